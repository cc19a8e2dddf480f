;;; emacs.el --- eglot with editors/emacs/cfglint.el, run by tests/editors.test  -*- lexical-binding: t; -*-
;; SPDX-License-Identifier: MIT
;;; Code:
(require 'cl-lib)
(require 'flymake)

(defvar child nil "The config's buffer.")

(defun told (name why) "NAME is wrong because of WHY, or good." (princ (if why (format "not ok %s %s\n" name why) (format "ok %s\n" name))))

(defun found ()
  "Findings of the child, with the text that they cover."
  (with-current-buffer child
    (mapcar (lambda (d)
              (format "%s %d" (buffer-substring (flymake-diagnostic-beg d) (flymake-diagnostic-end d))
                      (line-number-at-pos (flymake-diagnostic-beg d))))
            (flymake-diagnostics))))

(defun becomes (name want)
  "Wait until WANT are the findings; NAME is the test."
  (let ((end (+ (float-time) 15)))
    (while (and (not (equal (found) want)) (< (float-time) end))
      (with-current-buffer child (flymake-start))
      (accept-process-output nil 0.05)))
  (told name (unless (equal (found) want) (format "found: %S, not: %S" (found) want))))

(defun replace-in (file old new)
  "In FILE's buffer OLD becomes NEW, which is not saved."
  (with-current-buffer (find-file-noselect file)
    (goto-char (point-min))
    (search-forward old)
    (replace-match new t t)
    (eglot--signal-textDocument/didChange)))

(setq child (find-file-noselect "child.py"))
(set-buffer child)
(apply #'eglot--connect (eglot--guess-contact))
(eglot--maybe-activate-editing-mode)
(becomes "emacs_finding_behind_wide_characters" '("True 2"))
(with-current-buffer (find-file-noselect "base.py") (eglot--maybe-activate-editing-mode))
(replace-in "base.py" "num_workers=0" "num_workers=2")
(becomes "emacs_unsaved_base_clears_the_child" nil)
(replace-in "base.py" "num_workers=2" "num_workers=0")
(becomes "emacs_unsaved_base_brings_it_back" '("True 2"))

(set-buffer child)
(goto-char (point-min))
(search-forward "=Tr")
(defun choose (title)
  "Run the code action with TITLE."
  (cl-letf ((last-nonmenu-event ?a) ; nil would be the mouse
            ((symbol-function 'completing-read)
             (lambda (_prompt choices &rest _)
               (cl-some (lambda (c) (let ((c (if (consp c) (car c) c))) (and (string-match-p title c) c))) choices))))
    (call-interactively #'eglot-code-actions)))
(choose "Explain")
(told "emacs_explain" (with-current-buffer "*cfglint*" (unless (string-match-p "DAT002" (buffer-string)) (buffer-string))))
(set-buffer child)
(choose "switch persistent_workers off")
(told "emacs_quick_fix" (unless (equal (string-trim-right (buffer-string)) (getenv "FIXED")) (buffer-string)))
(eglot--signal-textDocument/didChange)
(becomes "emacs_finding_gone_after_fix" nil)
(cfglint-show)
(told "emacs_shows_the_unsaved_config"
      (with-current-buffer "*cfglint*" (unless (string-match-p "persistent_workers=False,  # child.py:2" (buffer-string)) (buffer-string))))
(eglot-shutdown (eglot-current-server))
;;; emacs.el ends here
