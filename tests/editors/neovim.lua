-- SPDX-License-Identifier: MIT
-- Run by tests/editors.test in Neovim, with editors/neovim/cfglint.lua as its init and the child config open.
local function told(name, why) io.stdout:write('\n', why and 'not ok ' .. name .. ' ' .. why or 'ok ' .. name, '\n') end

local child = vim.api.nvim_get_current_buf()
local function text_of(buffer) return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n') end

-- Where findings are, as the text that they cover.
local function found()
  return vim.tbl_map(function(d)
    return d.code .. ' ' .. (d.lnum + 1) .. ' ' .. vim.api.nvim_buf_get_text(child, d.lnum, d.col, d.end_lnum, d.end_col, {})[1]
  end, vim.diagnostic.get(child))
end
local function becomes(name, want)
  local good = vim.wait(15000, function() return table.concat(found(), ', ') == want end, 20)
  told(name, not good and 'found: ' .. vim.inspect(found()) .. ', not: ' .. want or nil)
end
local function replace(buffer, old, new) vim.api.nvim_buf_set_lines(buffer, 0, -1, false, vim.split(text_of(buffer):gsub(old, new), '\n')) end

becomes('neovim_finding_behind_wide_characters', 'DAT002 2 True')

vim.cmd('edit base.py')
local base = vim.api.nvim_get_current_buf()
replace(base, 'num_workers=0', 'num_workers=2')
becomes('neovim_unsaved_base_clears_the_child', '')
replace(base, 'num_workers=2', 'num_workers=0')
becomes('neovim_unsaved_base_brings_it_back', 'DAT002 2 True')

vim.api.nvim_set_current_buf(child)
local at = vim.diagnostic.get(child)[1] or { lnum = 0, col = 0 }
local choose = function(title)
  vim.ui.select = function(items, options, chosen)
    for i, item in ipairs(items) do
      if options.format_item(item):find(title, 1, true) then return chosen(item, i) end
    end
  end
end
vim.api.nvim_win_set_cursor(0, { at.lnum + 1, at.col })
choose('switch persistent_workers off')
vim.lsp.buf.code_action()
vim.wait(15000, function() return text_of(child) == vim.env.FIXED end, 20)
told('neovim_quick_fix', text_of(child) ~= vim.env.FIXED and 'the text is now: ' .. text_of(child) or nil)
becomes('neovim_finding_gone_after_fix', '')

vim.cmd('CfglintShow')
vim.wait(15000, function() return vim.api.nvim_get_current_buf() ~= child end, 20)
told('neovim_shows_the_unsaved_config', not text_of(0):find('persistent_workers=False,  # child.py:2', 1, true) and text_of(0) or nil)
vim.cmd('qall!')
