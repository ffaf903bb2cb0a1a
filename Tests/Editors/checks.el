;; What the sessions of Emacs share: the mode for schemas, and checks that print a line each.
(add-to-list 'load-path (expand-file-name "emacs" (getenv "EDITORS")))
(require 'igata-mode)
(setq igata-program (getenv "IGATA"))

(defun check (name ok &optional detail)
  (princ (if ok (format "ok   %s\n" name) (format "FAIL %s: %S\n" name detail))))

(defun wait-until (body)
  (let ((end (+ (float-time) 5)) result)
    (while (and (not (setq result (funcall body))) (< (float-time) end))
      (accept-process-output nil 0.05))
    result))
