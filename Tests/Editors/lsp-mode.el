;; Drives `igata lsp` with lsp-mode, in the folder that Tests/Builds/editors prepares:
;;   emacs --batch -Q -l lsp-mode.el
;; Unlike eglot 1.9, it shows the colors of the server. Prints a line for each check, and 'done' at the end.
(setq package-user-dir "/usr/share/emacs/site-lisp/elpa")
(package-initialize)
(require 'lsp-mode)
(require 'cl-lib)
(setq lsp-semantic-tokens-enable t lsp-enable-snippet nil lsp-headerline-breadcrumb-enable nil lsp-restart 'ignore
      lsp-enable-file-watchers nil lsp-diagnostics-provider :none lsp-completion-provider :none lsp-modeline-code-actions-enable nil
      lsp-warn-no-matched-clients nil lsp-session-file (expand-file-name "lsp-session" (getenv "HOME"))
      make-backup-files nil auto-save-default nil coding-system-for-write 'utf-8)
(load (expand-file-name "checks.el" (file-name-directory load-file-name)) nil t)

(defun texts ()
  "The texts that the diagnostics of the buffer are about."
  (mapcar (lambda (it)
            (let ((range (lsp--range-to-region (lsp-get it :range))))
              (buffer-substring-no-properties (car range) (cdr range))))
          (append (lsp--get-buffer-diagnostics) nil)))

(defun has-face (text face)
  "Whether the first occurrence of TEXT has FACE, which the server's token gives it."
  (wait-until
   (lambda ()
     (font-lock-ensure)
     (save-excursion
       (goto-char (point-min))
       (let ((case-fold-search nil)) (search-forward text))
       (memq face (ensure-list (get-text-property (1- (point)) 'face)))))))

(condition-case fault
    (progn
      (lsp-workspace-folders-add default-directory)
      (find-file "account.igata")
      ;; lsp-mode 8.0 takes a character of two units of UTF-16 for one.
      (while (search-forward "😀" nil t) (replace-match "顔"))
      (save-buffer)
      (goto-char (point-min))
      (lsp)
      (check "the server starts" (wait-until (lambda () (lsp-workspaces))))
      (check "an error is at its column" (wait-until (lambda () (equal (texts) '("Persn")))) (texts))

      ;; Without a user, Emacs is never idle, which is when it asks for the colors of what was changed.
      (pcase-dolist (`(,text ,face)
                     '(("model" lsp-face-semhl-keyword) ("UUID" lsp-face-semhl-type) ("uuid" lsp-face-semhl-function)
                       ("owner" lsp-face-semhl-property) ("Account" lsp-face-semhl-class)
                       ("口座 顔 é" lsp-face-semhl-comment)))
        (check (format "'%s' has the color of the server" text) (has-face text face)
               (get-text-property (point) 'face)))

      (search-forward "Persn")
      (backward-char 2)
      (let* ((actions (append (lsp-get-or-calculate-code-actions nil) nil))
             (fix (cl-find-if (lambda (it) (string-search "'Person'" (lsp-get it :title))) actions)))
        (check "a fix is offered" fix actions)
        (when fix (lsp-execute-code-action fix)))
      (check "the fix mends the error" (wait-until (lambda () (null (texts)))) (texts))

      (goto-char (point-max))
      (insert "model   Other{\n    id:Int64 @primaryKey\n other:Missing\n}\n")
      (lsp-format-buffer)
      (check "the layout is corrected despite a missing type"
             (string-search "\n\nmodel Other {\n  id: Int64 @primaryKey\n  other: Missing\n}\n" (buffer-string))
             (buffer-string))

      (goto-char (point-min))
      (search-forward ": Person")
      (backward-char 2)
      (lsp-rename "Owner")
      (save-some-buffers t)
      (check "a rename changes files on disk"
             (with-temp-buffer (insert-file-contents "person.igata")
                               (string-search "model Owner" (buffer-string)))))
  (error (check "no error in the script" nil fault)))
(princ "done\n")
(kill-emacs)
