;; Writes the class of each character of schemas, as the faces of Emacs have it. Each line of the file $FILES is a number
;; and the path of a schema; the classes are written to NUMBER.txt in the folder $OUTPUT.
;;   emacs --batch -Q -l colors.el
(add-to-list 'load-path (expand-file-name "emacs" (getenv "EDITORS")))
(require 'igata-mode)
(setq coding-system-for-write 'utf-8-unix)

(defconst classes
  '((font-lock-comment-face . "comment") (font-lock-comment-delimiter-face . "comment")
    (font-lock-doc-face . "documentation") (font-lock-string-face . "string")
    (igata-number-face . "number") (igata-operator-face . "operator") (font-lock-keyword-face . "keyword")
    (font-lock-function-name-face . "function") (font-lock-variable-name-face . "parameter")
    (font-lock-builtin-face . "builtin") (font-lock-preprocessor-face . "decorator")))

(defun class-at (position)
  (let ((face (get-text-property position 'face)))
    (alist-get (if (consp face) (car face) face) classes "name")))

(defun write-classes (path output)
  (let ((coding-system-for-read 'utf-8-unix) lines)
    (with-temp-buffer
      (insert-file-contents path)
      (igata-mode)
      (font-lock-ensure)
      (goto-char (point-min))
      (let ((offset 0))
        (while (not (eobp))
          (let* ((character (char-after))
                 (end (+ offset (string-bytes (char-to-string character)))))
            (unless (memq character '(?\s ?\t ?\n ?\r #xfeff))
              (push (format "%d..<%d %s" offset end (class-at (point))) lines))
            (setq offset end)
            (forward-char)))))
    (with-temp-file output
      (dolist (line (nreverse lines)) (insert line "\n")))))

(dolist (line (with-temp-buffer (insert-file-contents (getenv "FILES"))
                                (split-string (buffer-string) "\n" t)))
  (let ((space (string-search " " line)))
    (condition-case fault
        (write-classes (substring line (1+ space))
                       (expand-file-name (concat (substring line 0 space) ".txt") (getenv "OUTPUT")))
      (error (princ (format "FAIL %s: %S\n" line fault))))))
