-- SPDX-License-Identifier: MIT
-- Run by tests/editors.test in Neovim with the child config open: efm-langserver with editors/efm/config.yaml ($EFM).
local function told(name, why) io.stdout:write('\n', why and 'not ok ' .. name .. ' ' .. why or 'ok ' .. name, '\n') end
local function text() return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n') end
local function found()
  return table.concat(vim.tbl_map(function(d) return (d.lnum + 1) .. ':' .. vim.fn.charidx(vim.fn.getline(d.lnum + 1), d.col) .. ' ' .. d.severity .. ' ' .. d.message end, vim.diagnostic.get(0)), ', ')
end

vim.bo.filetype = 'python'
local id = vim.lsp.start_client { cmd = { 'efm-langserver', '-c', vim.env.EFM }, root_dir = vim.fn.getcwd(), init_options = { documentFormatting = true } }
vim.lsp.buf_attach_client(0, id)
local want = '2:' .. vim.env.COLUMN .. ' 1 '
vim.wait(15000, function() return found():sub(1, #want) == want end, 20)
told('efm_finding', not (found():sub(1, #want) == want and found():find('[DAT002', 1, true)) and 'found: ' .. found() .. ', not: ' .. want or nil)
local answer = vim.lsp.buf_request_sync(0, 'textDocument/formatting', vim.lsp.util.make_formatting_params {}, 15000)
if answer and answer[id] and answer[id].result then vim.lsp.util.apply_text_edits(answer[id].result, 0, 'utf-16') end
told('efm_formatting_fixes', text() ~= vim.env.FIXED and vim.inspect(answer) .. ' the text is now: ' .. text() or nil)
vim.wait(15000, function() return found() == '' end, 20)
told('efm_finding_gone_after_fix', found() ~= '' and 'found: ' .. found() or nil)
vim.cmd('qall!')
