-- Starts the language server for schemas: copy it to plugin/ in the configuration of Neovim, or load it by `dofile`.
-- The grammar for Vim colors them: add Examples/Editors/vim to 'runtimepath'.
local command = { vim.g.igata_program or 'igata', 'lsp' }

vim.api.nvim_create_autocmd({ 'BufNewFile', 'BufRead' }, { pattern = '*.igata', command = 'setfiletype igata' })

if vim.lsp.config then
  -- Neovim 0.11 and later.
  vim.lsp.config('igata', { cmd = command, filetypes = { 'igata' }, root_markers = { 'igata.json', '.git' } })
  vim.lsp.enable('igata')
else
  local clients = {}
  local function root(buffer)
    local folder = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(buffer), ':p:h')
    local settings = vim.fn.findfile('igata.json', folder .. ';')
    return settings == '' and folder or vim.fn.fnamemodify(settings, ':p:h')
  end
  vim.api.nvim_create_autocmd('FileType', {
    pattern = 'igata',
    callback = function(event)
      local folder = root(event.buf)
      -- One server for each folder; Neovim 0.8 and later have vim.lsp.start, which does the same.
      local client = clients[folder]
      if not client or vim.lsp.client_is_stopped(client) then
        client = vim.lsp.start_client({
          name = 'igata', cmd = command, root_dir = folder,
          workspace_folders = { { uri = vim.uri_from_fname(folder), name = folder } },
        })
        clients[folder] = client
      end
      if client then vim.lsp.buf_attach_client(event.buf, client) end
    end,
  })
end
