'use strict'

const fs = require('fs')
const path = require('path')
const vscode = require('vscode')
const { LanguageClient } = require('vscode-languageclient/node')

const generatedScheme = 'igata-generated'
const generatedForms = {
  'igata.showSwift': { output: 'swift', ending: '.igata.swift' },
  'igata.showSQLite': { output: 'sqlite', ending: '.sqlite.sql' },
  'igata.showPostgreSQL': { output: 'postgresql', ending: '.postgresql.sql' }
}

/** The running client; undefined before the first start and after an error in it. */
let client

/** The setting, or else the newest build in the workspace, or else what the system finds in PATH. */
function findProgram() {
  const setting = vscode.workspace.getConfiguration('igata').get('path')
  if (setting) return setting
  const builds = []
  for (const folder of vscode.workspace.workspaceFolders || []) {
    const root = path.join(folder.uri.fsPath, '.build')
    for (const name of namesIn(root)) {
      builds.push(path.join(root, name, 'igata'))
      for (const kind of ['debug', 'release']) builds.push(path.join(root, name, kind, 'igata'))
    }
  }
  return newest(builds.filter(isProgram)) || 'igata'
}

function namesIn(folder) {
  try {
    return fs.readdirSync(folder)
  } catch {
    return []
  }
}

function isProgram(file) {
  try {
    fs.accessSync(file, fs.constants.X_OK)
    return fs.statSync(file).isFile()
  } catch {
    return false
  }
}

function newest(files) {
  const times = new Map(files.map(file => [file, fs.statSync(file).mtimeMs]))
  return files.sort((left, right) => times.get(right) - times.get(left))[0]
}

async function start() {
  const server = { command: findProgram(), args: ['lsp'] }
  client = new LanguageClient('igata', 'Igata', server, {
    documentSelector: [{ language: 'igata' }],
    synchronize: { configurationSection: 'igata' }
  })
  try {
    await client.start()
  } catch (error) {
    client = undefined
    vscode.window.showErrorMessage(
      `The language server of Igata doesn't start: ${error.message}. Set 'igata.path', or build the package's igata.`)
  }
}

async function stop() {
  const running = client
  client = undefined
  if (running) await running.stop()
}

async function restart() {
  await stop()
  await start()
}

/** Shows what is generated from the schema in the active editor, beside it. */
async function showGenerated(name) {
  const editor = vscode.window.activeTextEditor
  if (!editor || editor.document.languageId !== 'igata') return
  const form = generatedForms[name]
  const source = editor.document.uri
  const uri = vscode.Uri.from({
    scheme: generatedScheme,
    path: source.path.replace(/\.igata$/, form.ending),
    query: JSON.stringify({ source: source.toString(), output: form.output })
  })
  generatedChanged.fire(uri)
  const document = await vscode.workspace.openTextDocument(uri)
  await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preview: true })
}

const generatedChanged = new vscode.EventEmitter()
const generatedContent = {
  onDidChange: generatedChanged.event,
  async provideTextDocumentContent(uri) {
    if (!client) return '// The language server of Igata is not running.'
    const { source, output } = JSON.parse(uri.query)
    try {
      return await client.sendRequest(
        'workspace/executeCommand', { command: 'igata.showGenerated', arguments: [source, output] })
    } catch (error) {
      return `// ${error.message}`
    }
  }
}

const tasks = {
  provideTasks: () => ['lint', 'generate'].map(command => task({ type: 'igata', command })),
  resolveTask: found => found.definition.command && task(found.definition, found.scope)
}

function task(definition, scope = vscode.TaskScope.Workspace) {
  const execution = new vscode.ProcessExecution(findProgram(), [definition.command, ...(definition.arguments || [])])
  const made = new vscode.Task(definition, scope, definition.command, 'igata', execution, '$igata')
  made.group = vscode.TaskGroup.Build
  return made
}

async function activate(context) {
  context.subscriptions.push(
    generatedChanged,
    vscode.commands.registerCommand('igata.restart', restart),
    vscode.commands.registerCommand('igata.showSwift', () => showGenerated('igata.showSwift')),
    vscode.commands.registerCommand('igata.showSQLite', () => showGenerated('igata.showSQLite')),
    vscode.commands.registerCommand('igata.showPostgreSQL', () => showGenerated('igata.showPostgreSQL')),
    vscode.workspace.registerTextDocumentContentProvider(generatedScheme, generatedContent),
    vscode.tasks.registerTaskProvider('igata', tasks),
    vscode.workspace.onDidChangeConfiguration(event => {
      if (event.affectsConfiguration('igata.path')) restart()
    }))
  await start()
}

module.exports = { activate, deactivate: stop, findProgram }
