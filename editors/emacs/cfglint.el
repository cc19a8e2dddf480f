;;; cfglint.el --- cfglint as eglot's language server  -*- lexical-binding: t; -*-
;; SPDX-License-Identifier: MIT
;;; Commentary:
;; Findings, fixes (`eglot-code-actions'), hover and links in training configs.  Eglot runs one server for a buffer's mode.
;;; Code:
(require 'eglot)

(defcustom cfglint-program "cfglint" "The program." :type 'string :group 'eglot)
(defcustom cfglint-options nil "Options as on the command line: (\"--gpus\" \"8\")." :type '(repeat string) :group 'eglot)

(defun cfglint--contact (&rest _)
  "How the server is started."
  (list cfglint-program "server" :initializationOptions (list :args (vconcat cfglint-options))))

(add-to-list 'eglot-server-programs
             (cons '(python-mode python-ts-mode yaml-mode yaml-ts-mode js-json-mode json-mode json-ts-mode sh-mode bash-ts-mode) #'cfglint--contact))

(defun cfglint--ask (command argument mode)
  "Show what COMMAND of the server says of ARGUMENT, in MODE."
  (let ((text (jsonrpc-request (eglot--current-server-or-lose) :workspace/executeCommand
                               (list :command command :arguments (vector argument)))))
    (with-current-buffer (get-buffer-create "*cfglint*")
      (let ((inhibit-read-only t)) (erase-buffer) (insert text))
      (goto-char (point-min))
      (funcall mode)
      (view-mode 1)
      (display-buffer (current-buffer)))))

(defun cfglint-show ()
  "Show what the config comes to, and which file set each value."
  (interactive)
  (cfglint--ask "cfglint.showEffective" (eglot--path-to-uri buffer-file-name) #'python-mode))

(defun cfglint-diff ()
  "Show what the config makes of its bases."
  (interactive)
  (cfglint--ask "cfglint.diffBase" (eglot--path-to-uri buffer-file-name) #'diff-mode))

(cl-defmethod eglot-execute-command :around (_server (command (eql 'cfglint.explain)) arguments)
  "Show the page of the rule in ARGUMENTS; COMMAND is what the action Explain runs."
  (cfglint--ask (symbol-name command) (aref arguments 0) #'text-mode))

(provide 'cfglint)
;;; cfglint.el ends here
