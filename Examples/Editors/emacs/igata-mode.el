;;; igata-mode.el --- Schemas of Igata  -*- lexical-binding: t -*-

;; Made by a test from the words of the language: change the template, Tests/Editors/Templates/igata-mode.el.mustache.
;; Package-Requires: ((emacs "28.1"))

;;; Commentary:

;; Colors, indentation and comments of .igata files, and the language server, with eglot or lsp-mode.

;;; Code:

(defface igata-number-face '((t :inherit font-lock-constant-face)) "Numbers." :group 'languages)
(defface igata-operator-face '((t)) "Operators." :group 'languages)

;; The letters of names beyond ASCII. Their exact ranges are in IdentifierScalars; these leave out punctuation.
(defconst igata--letters
  '((#xa8 . #xd6) (#xd8 . #xf6) (#xf8 . #x200f) (#x203f . #x218f) (#x2460 . #x24ff) (#x2776 . #x2fff)
    (#x3004 . #x3007) (#x3021 . #xfefe) (#xff10 . #xff19) (#xff21 . #xff3a) (#xff41 . #xff5a) (#xff66 . #x10ffff)))
(defconst igata--letter (mapconcat (lambda (range) (format "%c-%c" (car range) (cdr range))) igata--letters ""))
(defconst igata--name (concat "\\(?:[A-Za-z_" igata--letter "][A-Za-z0-9_" igata--letter "]*\\|`[^`\n]*`\\)"))
(defconst igata--before-name (concat "[ \t]+" igata--name))

(defvar igata-mode-syntax-table
  (let ((table (make-syntax-table)))
    ;; All that a name can contain is part of a word, so that no word is found inside of one.
    (modify-syntax-entry '(#x80 . #x10ffff) "." table)
    (dolist (range igata--letters) (modify-syntax-entry range "w" table))
    (modify-syntax-entry ?_ "w" table)
    (dolist (character '(?- ?= ?? ?! ?< ?> ?& ?| ?@ ?. ?, ?: ?\' ?` ?\\ ?$ ?% ?+)) (modify-syntax-entry character "." table))
    ;; Texts in quotes are delimited by `igata--propertize'.
    (modify-syntax-entry ?\" "." table)
    (modify-syntax-entry ?/ ". 124b" table)
    (modify-syntax-entry ?* ". 23n" table)
    (modify-syntax-entry ?\n "> b" table)
    table))

;;; Texts

(defun igata--end-of-text ()
  "Move from an opening quote past the closing one, or past the line."
  (if (looking-at "\"\"\"")
      (progn
        (forward-char 3)
        (while (not (or (eobp) (looking-at "\"\"\"")))
          (forward-char (if (and (eq (char-after) ?\\) (not (eq (1+ (point)) (point-max)))) 2 1)))
        (forward-char (min 3 (- (point-max) (point)))))
    (forward-char)
    (while (not (or (eolp) (eq (char-after) ?\")))
      (forward-char (if (and (eq (char-after) ?\\) (not (eq (1+ (point)) (line-end-position)))) 2 1)))
    (unless (eobp) (forward-char))))

(defun igata--mark-text ()
  "Mark the text whose opening quote is at point, and move past it."
  (let ((begin (point)))
    (igata--end-of-text)
    (put-text-property begin (1+ begin) 'syntax-table (string-to-syntax "|"))
    (when (> (point) (1+ begin))
      (put-text-property (1- (point)) (point) 'syntax-table (string-to-syntax "|")))))

(defun igata--propertize (start end)
  "Mark the texts and the names in backticks between START and END."
  (let ((state (syntax-ppss start)))
    ;; A text that begins before START is marked as a whole.
    (goto-char (if (nth 3 state) (nth 8 state) start)))
  (when (eq (char-after) ?\") (igata--mark-text))
  (while (re-search-forward "[\"`']" end t)
    (let ((begin (match-beginning 0)))
      (unless (nth 8 (save-excursion (syntax-ppss begin)))
        (goto-char begin)
        (cond
         ((eq (char-after) ?\") (igata--mark-text))
         ((looking-at "`[^`\n]*`\\|'[^'\"\n]*'")
          (goto-char (match-end 0))
          (put-text-property begin (point) 'syntax-table (string-to-syntax "w")))
         (t (forward-char)))))))

;;; Words

(defun igata--enclosing (position)
  "What encloses POSITION: a symbol."
  (let* ((brackets (nth 9 (syntax-ppss position)))
         (inner (car (last brackets))))
    (pcase (and inner (char-after inner))
      ('nil 'top)
      (?\( 'parentheses)
      (?\[ 'list)
      (_ (if (cdr brackets) 'object (igata--declaration-at inner))))))

(defun igata--declaration-at (brace)
  "Whether the body that begins at BRACE is of an `enum' or a `record'."
  (save-excursion
    (goto-char brace)
    (let (found)
      (while (and (not found) (re-search-backward (concat "\\_<\\(enum\\|struct\\|model\\)" igata--before-name) nil t))
        (let ((state (syntax-ppss (match-beginning 0))))
          (unless (or (nth 8 state) (nth 9 state)) (setq found (match-string 1)))
          (goto-char (match-beginning 0))))
      (if (equal found "enum") 'enum 'record))))

(defun igata--after-case-p (position)
  "Whether the word `case' is before POSITION and is no name itself."
  (save-excursion
    (goto-char position)
    (and (looking-back "\\_<case[ \t]+" (line-beginning-position))
         (not (igata--after-case-p (match-beginning 0))))))

(defun igata--constraint-p (position)
  "Whether POSITION is in the parentheses of a constraint."
  (let ((brackets (nth 9 (syntax-ppss position))))
    (and (cdr brackets)
         (eq (char-after (cadr brackets)) ?\()
         (save-excursion
           (goto-char (cadr brackets))
           (looking-back "\\(?:^\\|[^@A-Za-z0-9_]\\)[ \t]*\\(primaryKey\\|unique\\|index\\|check\\)[ \t]*" (line-beginning-position))))))

(defun igata--type-p (position)
  "Whether the word at POSITION is a type."
  (save-excursion
    (goto-char position)
    (while (progn (forward-comment (- (point-max))) (eq (char-before) ?\[)) (backward-char))
    (let ((place (igata--enclosing (point))))
      (pcase (char-before)
        (?: (memq place '(record top)))
        (?= (eq place 'top))))))

(defun igata--rule-p (position)
  "Whether POSITION is in `@allow(…)', where names have hyphens."
  (let ((bracket (nth 1 (syntax-ppss position))))
    (and bracket (eq (char-after bracket) ?\()
         (save-excursion
           (goto-char bracket)
           (looking-back "@[ \t]*allow[ \t]*" (line-beginning-position))))))

(defun igata--keyword-p (word start end)
  "Whether WORD from START to END is a keyword where it is."
  (let ((place (igata--enclosing start))
        (next (lambda (pattern) (save-excursion (goto-char end) (looking-at pattern))))
        (previous (lambda (pattern) (save-excursion (goto-char start) (looking-back pattern (line-beginning-position))))))
    (pcase word
      ((or "enum" "type" "struct" "model") (and (eq place 'top) (funcall next igata--before-name)))
      ("let" (and (eq place 'record) (funcall next igata--before-name)))
      ("case" (and (eq place 'enum) (funcall next igata--before-name) (not (igata--after-case-p start))))
      ("reserved" (and (memq place '(top enum record)) (funcall next igata--before-name)
                       (not (and (eq place 'enum) (igata--after-case-p start)))))
      ((or "primaryKey" "unique" "index" "check" "distribute")
       (and (eq place 'record) (funcall next "[ \t]*(") (not (funcall previous "@[ \t]*"))))
      ("reference" (and (eq place 'record) (funcall next "[ \t]*\\(?:$\\|//\\|/\\*\\|@\\|}\\)")
                        (funcall previous "\\(?:^\\|[{/]\\)[ \t]*")))
      ("desc" (and (igata--constraint-p start)
                   (funcall previous (concat "\\(?:" igata--name "[ \t]+\\|)[ \t]*\\)"))))
      ("null" (or (eq place 'object) (and (eq place 'list) (igata--in-object-p start))))
      (_ (not (or (eq place 'enum) (igata--rule-p start) (funcall previous "[@.][ \t]*") 
                  (and (eq place 'record) (funcall next "[ \t]*:"))))))))

(defun igata--in-object-p (position)
  "Whether POSITION is in the braces of an object."
  (seq-some (lambda (bracket) (eq (char-after bracket) ?{)) (cdr (nth 9 (syntax-ppss position)))))

(defun igata--matcher (pattern accepts)
  "Return a function that finds PATTERN in code, if ACCEPTS its first group."
  (lambda (limit)
    (let (found)
      (while (and (not found) (re-search-forward pattern limit t))
        (let ((data (match-data)))
          (setq found (and (not (nth 8 (save-excursion (syntax-ppss (match-beginning 0)))))
                           (save-excursion (save-match-data (funcall accepts (match-beginning 1) (match-end 1))))))
          (set-match-data data)))
      found)))

(defconst igata-font-lock-keywords
  `((,(concat "@\\(?:[ \t]*" igata--name "\\(?:\\." igata--name "\\)*\\)?") . font-lock-preprocessor-face)
    (,(igata--matcher
       (concat "\\_<\\(enum\\|type\\|struct\\|model\\|let\\|case\\|reserved\\|primaryKey\\|unique\\|index\\|check\\|"
               "distribute\\|reference\\|true\\|false\\|nil\\|null\\|desc\\)\\_>")
       (lambda (start end) (igata--keyword-p (buffer-substring-no-properties start end) start end)))
     1 font-lock-keyword-face)
    (,(igata--matcher
       (concat "\\_<\\(as\\|by\\|from\\|import\\|name\\|postgresql\\|scale\\|sql\\|sqlite\\|swift\\|using\\|where\\|" igata--name "\\)[ \t\n]*:")
       (lambda (start _) (eq (igata--enclosing start) 'parentheses)))
     1 font-lock-variable-name-face)
    (,(igata--matcher
       "\\_<\\(Bool\\|Int16\\|Int32\\|Int64\\|Int\\|Float\\|Double\\|Decimal\\|Currency\\|Fixed\\|String\\|Data\\|Date\\|Day\\|UUID\\|URL\\|JSON\\)\\_>" (lambda (start _) (igata--type-p start)))
     1 font-lock-builtin-face)
    (,(igata--matcher
       "\\_<\\(uuid\\|uuid7\\|cuid\\|ulid\\|now\\|autoincrement\\|sql\\|lower\\|length\\|isIn\\)[ \t]*("
       (lambda (start end)
         (or (not (member (buffer-substring-no-properties start end) '("isIn")))
             (save-excursion (goto-char start) (looking-back "\\.[ \t]*" (line-beginning-position))))))
     1 font-lock-function-name-face)
    (,(concat "\\_<\\(enum\\|type\\|struct\\|model\\)[ \t]+\\(" igata--name "\\)")
     2 font-lock-type-face)
    ("\\_<\\(?:0[xXbBoO]\\|[\uff10-\uff19]\\|[0-9][0-9_]*\\(?:\\.[0-9][0-9_]*\\)?\\(?:[eE][+-]?[0-9][0-9_]*\\)?\\)\\w*"
     . 'igata-number-face)
    (,(igata--matcher
       "\\(\\.\\.[.<]\\|&&\\|||\\|[-=?!<>]\\)"
       ;; The names of lint rules have hyphens.
       (lambda (start _) (not (and (eq (char-after start) ?-) (igata--rule-p start)))))
     1 'igata-operator-face)))

(defun igata--text-face (state)
  "The face of a comment or a text that has STATE."
  (cond
   ((nth 3 state) font-lock-string-face)
   ((save-excursion (goto-char (nth 8 state)) (looking-at "///\\(?:[^/]\\|$\\)")) font-lock-doc-face)
   (t font-lock-comment-face)))

;;; Mode

(defcustom igata-program "igata" "The program that serves editors." :type 'string :group 'languages)

(defun igata-indent-line ()
  "Indent the line by two spaces for each open bracket."
  (interactive)
  (let* ((start (save-excursion (back-to-indentation) (point)))
         (state (save-excursion (syntax-ppss start)))
         (depth (- (nth 0 state) (if (memq (char-after start) '(?\} ?\) ?\])) 1 0))))
    (unless (nth 8 state)
      (save-excursion (indent-line-to (* 2 (max 0 depth))))
      (when (< (current-column) (current-indentation)) (back-to-indentation)))))

;;;###autoload
(define-derived-mode igata-mode prog-mode "Igata"
  "Edit schemas of Igata."
  (setq-local comment-start "// " comment-end "" comment-start-skip "\\(?://+\\|/\\*+\\)[ \t]*")
  (setq-local indent-line-function #'igata-indent-line indent-tabs-mode nil tab-width 2)
  (setq-local electric-indent-chars (append "})]" electric-indent-chars))
  (setq-local parse-sexp-lookup-properties t syntax-propertize-function #'igata--propertize)
  (add-hook 'syntax-propertize-extend-region-functions #'syntax-propertize-wholelines nil t)
  (setq-local font-lock-defaults
              '(igata-font-lock-keywords nil nil nil (font-lock-syntactic-face-function . igata--text-face)))
  (setq-local compile-command (concat igata-program " lint")))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.igata\\'" . igata-mode))

(with-eval-after-load 'eglot
  (defvar eglot-server-programs)
  (add-to-list 'eglot-server-programs `(igata-mode . ,(lambda (&rest _) (list igata-program "lsp")))))

(declare-function lsp-activate-on "lsp-mode")
(declare-function lsp-register-client "lsp-mode")
(declare-function lsp-stdio-connection "lsp-mode")
(declare-function make-lsp-client "lsp-mode")

(with-eval-after-load 'lsp-mode
  (defvar lsp-language-id-configuration)
  (add-to-list 'lsp-language-id-configuration '(igata-mode . "igata"))
  (lsp-register-client
   (make-lsp-client :new-connection (lsp-stdio-connection (lambda () (list igata-program "lsp")))
                    :activation-fn (lsp-activate-on "igata") :server-id 'igata)))

(provide 'igata-mode)
;;; igata-mode.el ends here
