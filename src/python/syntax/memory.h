// SPDX-License-Identifier: MIT
/* tree-sitter ends the process by abort when memory runs out; with this it ends as everything else here does: by die.
 */
#ifndef PYTHON_SYNTAX_MEMORY_H
#define PYTHON_SYNTAX_MEMORY_H
void memory_use_checked(void); /* before the first thread starts */
#endif
