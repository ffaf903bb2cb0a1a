;; Drives `igata lsp` with eglot 1.9 or later, in the folder that Tests/Builds/editors prepares:
;;   emacs --batch -Q -l eglot.el
;; Prints a line for each check, and 'done' at the end.
(setq package-user-dir "/usr/share/emacs/site-lisp/elpa")
(package-initialize)
(require 'eglot)
(require 'flymake)
(require 'cl-lib)
(setq eglot-sync-connect 10 eglot-autoreconnect t eglot-autoshutdown nil eglot-send-changes-idle-time 0 eglot-confirm-server-initiated-edits nil
      make-backup-files nil auto-save-default nil coding-system-for-write 'utf-8)
(load (expand-file-name "checks.el" (file-name-directory load-file-name)) nil t)

(defun texts ()
  "The texts that the diagnostics of the buffer are about."
  (mapcar (lambda (it) (buffer-substring-no-properties (flymake-diagnostic-beg it) (flymake-diagnostic-end it)))
          (flymake-diagnostics)))

(defun ask (method &rest parameters)
  ;; Without a user, Emacs is never idle, which is when eglot sends changes.
  (eglot--signal-textDocument/didChange)
  (jsonrpc-request (eglot--current-server-or-lose) method
                   (append parameters (eglot--TextDocumentPositionParams))))

(condition-case fault
    (progn
      (find-file "account.igata")
      ;; What the command `eglot' asks for differs from release to release.
      (apply #'eglot (eglot--guess-contact))
      (check "the server starts" (eglot-managed-p))
      (flymake-mode 1)
      (flymake-start)
      (check "an error is at its column"
             (wait-until (lambda () (flymake-start) (equal (texts) '("Persn")))) (texts))

      (search-forward "Persn")
      (backward-char 2)
      (let* ((actions (append (ask :textDocument/codeAction
                                   :range (list :start (eglot--pos-to-lsp-position) :end (eglot--pos-to-lsp-position))
                                   :context '(:diagnostics [])) nil))
             (fix (cl-find-if (lambda (it) (string-search "'Person'" (plist-get it :title))) actions)))
        (check "a fix is offered" fix actions)
        (when fix (eglot--apply-workspace-edit (plist-get fix :edit))))
      (eglot--signal-textDocument/didChange)
      (check "the fix mends the error"
             (wait-until (lambda () (flymake-start) (null (flymake-diagnostics)))) (texts))

      (goto-char (point-min))
      (search-forward ": Person")
      (backward-char 2)
      (let ((definition (elt (ask :textDocument/definition) 0)))
        (check "a definition in another file is found"
               (and definition (string-suffix-p "/person.igata" (plist-get definition :uri))) definition))
      (let ((hover (ask :textDocument/hover)))
        (check "a name is explained"
               (string-search "model Person" (format "%S" (plist-get hover :contents))) hover))

      (end-of-line)
      (insert "\n  /* 口座 😀 */ other: Per")
      (let* ((items (ask :textDocument/completion))
             (item (cl-find "Person" (append items nil) :key (lambda (it) (plist-get it :label)) :test #'equal)))
        (check "a type is completed" item items)
        (when item (eglot--apply-text-edits (vector (plist-get item :textEdit))))
        (check "the word is replaced"
               (equal (buffer-substring-no-properties (line-beginning-position) (line-end-position))
                      "  /* 口座 😀 */ other: Person")))
      (delete-region (line-beginning-position) (1+ (line-end-position)))

      (insert "      note:   String\n")
      (eglot--signal-textDocument/didChange)
      (eglot-format-buffer)
      (check "the layout is corrected" (string-search "\n  note: String\n" (buffer-string)) (buffer-string))

      (goto-char (point-min))
      (search-forward ": Person")
      (backward-char 2)
      (eglot--signal-textDocument/didChange)
      ;; It asks before it changes a file that isn't open.
      (cl-letf (((symbol-function 'y-or-n-p) (lambda (&rest _) t))) (eglot-rename "Owner"))
      (save-some-buffers t)
      (check "a rename changes files on disk"
             (with-temp-buffer (insert-file-contents "person.igata")
                               (string-search "model Owner" (buffer-string))))
      (check "and leaves no error"
             (wait-until (lambda () (flymake-start) (null (flymake-diagnostics)))) (texts))

      (let ((server (eglot--current-server-or-lose)))
        (delete-process (jsonrpc--process server))
        (check "a killed server starts again"
               (wait-until (lambda ()
                             (let ((new (eglot-current-server)))
                               (and new (not (eq new server)) (jsonrpc-running-p new)
                                    (> (length (ask :textDocument/documentSymbol)) 0))))))))
  (error (check "no error in the script" nil fault)))
(princ "done\n")
(kill-emacs)
