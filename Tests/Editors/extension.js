'use strict'
// Runs the extension for Visual Studio Code with the server, without the editor: what the extension uses of it is below.
//   node extension.js
// Prints a line for each check, and 'done' at the end.
const Module = require('module')
const { spawn } = require('child_process')
const fs = require('fs')
const path = require('path')

const folder = process.cwd()
const extension = path.join(process.env.EDITORS, 'vscode')
const manifest = JSON.parse(fs.readFileSync(path.join(extension, 'package.json'), 'utf8'))
const check = (name, ok, detail) => console.log(ok ? `ok   ${name}` : `FAIL ${name}: ${JSON.stringify(detail)}`)

// MARK: The client: frames of messages, and their answers

class LanguageClient {
  constructor (id, name, server) {
    LanguageClient.started.push(server)
    this.server = server
    this.answers = new Map()
  }

  async start () {
    this.process = spawn(this.server.command, this.server.args, { stdio: ['pipe', 'pipe', 'inherit'] })
    await new Promise((resolve, reject) => this.process.once('spawn', resolve).once('error', reject))
    let bytes = Buffer.alloc(0)
    this.process.stdout.on('data', data => {
      bytes = Buffer.concat([bytes, data])
      for (;;) {
        const head = bytes.indexOf('\r\n\r\n')
        const length = head < 0 ? 0 : Number(/Content-Length: (\d+)/.exec(bytes.subarray(0, head))[1])
        if (head < 0 || bytes.length < head + 4 + length) return
        this.receive(JSON.parse(bytes.subarray(head + 4, head + 4 + length)))
        bytes = bytes.subarray(head + 4 + length)
      }
    })
    const uri = String(vscode.Uri.file(folder))
    await this.sendRequest('initialize', {
      processId: process.pid, rootUri: uri, workspaceFolders: [{ uri, name: 'test' }], capabilities: {}
    })
    this.send({ method: 'initialized', params: {} })
  }

  receive (message) {
    const answer = message.method ? undefined : this.answers.get(message.id)
    if (answer && message.error) answer.reject(new Error(message.error.message))
    else if (answer) answer.resolve(message.result)
  }

  send (message) {
    const bytes = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }))
    this.process.stdin.write(`Content-Length: ${bytes.length}\r\n\r\n`)
    this.process.stdin.write(bytes)
  }

  sendRequest (method, params) {
    const id = this.answers.size + 1
    const answer = new Promise((resolve, reject) => this.answers.set(id, { resolve, reject }))
    this.send({ id, method, params })
    return answer
  }

  async stop () {
    await this.sendRequest('shutdown')
    this.send({ method: 'exit' })
    this.code = await new Promise(resolve => this.process.once('exit', resolve))
    LanguageClient.codes.push(this.code)
  }
}
LanguageClient.started = []
LanguageClient.codes = []

// MARK: The editor

class Uri {
  constructor (parts) { Object.assign(this, parts) }
  static from (parts) { return new Uri(parts) }
  static file (file) { return new Uri({ scheme: 'file', path: file, fsPath: file }) }
  toString () { return `${this.scheme}://${encodeURI(this.path)}` }
}

const made = { commands: {}, errors: [], shown: [] }
const settings = { path: process.env.IGATA }
const vscode = {
  Uri,
  EventEmitter: class { constructor () { this.event = () => {} } fire () {} },
  ProcessExecution: class { constructor (program, words) { Object.assign(this, { program, words }) } },
  Task: class { constructor (...parts) { this.parts = parts } },
  TaskScope: { Workspace: 2 },
  TaskGroup: { Build: 1 },
  ViewColumn: { Beside: -2 },
  commands: { registerCommand: (name, body) => { made.commands[name] = body } },
  tasks: { registerTaskProvider: (type, provider) => { made.tasks = { type, provider } } },
  window: {
    showErrorMessage: text => made.errors.push(text),
    showTextDocument: async document => made.shown.push(document)
  },
  workspace: {
    workspaceFolders: [{ uri: Uri.file(folder) }],
    getConfiguration: () => ({ get: name => settings[name] }),
    onDidChangeConfiguration: body => { made.configured = body },
    openTextDocument: async uri => ({ uri, text: await made.content.provideTextDocumentContent(uri) }),
    registerTextDocumentContentProvider: (scheme, content) => { made.content = content }
  }
}

const load = Module._load
Module._load = (name, ...rest) =>
  name === 'vscode' ? vscode : name === 'vscode-languageclient/node' ? { LanguageClient } : load(name, ...rest)

async function session () {
  fs.writeFileSync('account.igata', fs.readFileSync('account.igata', 'utf8').replace('Persn', 'Person'))
  const { activate, deactivate, findProgram } = require(path.join(extension, manifest.main))
  const context = { subscriptions: [] }
  await activate(context)
  check('the server starts', made.errors.length === 0, made.errors)
  const declared = manifest.contributes.commands.map(command => command.command).sort()
  check('the commands are those of package.json',
    JSON.stringify(Object.keys(made.commands).sort()) === JSON.stringify(declared), Object.keys(made.commands))
  check('the tasks are those of package.json', manifest.contributes.taskDefinitions[0].type === made.tasks.type, made)

  vscode.window.activeTextEditor = {
    document: { languageId: 'igata', uri: Uri.file(path.join(folder, 'account.igata')) }
  }
  for (const [command, text] of [
    ['igata.showSwift', 'struct Account'], ['igata.showSQLite', 'CREATE TABLE'], ['igata.showPostgreSQL', 'uuid']
  ]) {
    await made.commands[command]()
    const document = made.shown.pop()
    check(`${command} shows what is generated`, document.text.includes(text), document)
  }
  fs.writeFileSync('account.igata', 'model Account {\n  owner: Persn\n}\n')
  await made.commands['igata.restart']()
  check('it restarts', LanguageClient.started.length === 2 && LanguageClient.codes[0] === 0, LanguageClient.codes)
  await made.commands['igata.showSwift']()
  check('errors of the schema are told', made.shown[0].text.startsWith('// the schema has errors'), made.shown)

  const [lint] = made.tasks.provider.provideTasks()
  const execution = lint.parts[4]
  check('a task runs the program', execution.program === settings.path && execution.words[0] === 'lint', execution)

  settings.path = ''
  fs.mkdirSync('.build/debug', { recursive: true })
  fs.mkdirSync('.build/x86_64-unknown-linux-gnu/release', { recursive: true })
  check('the program is looked for in PATH', findProgram() === 'igata', findProgram())
  for (const [index, build] of ['.build/debug/igata', '.build/x86_64-unknown-linux-gnu/release/igata'].entries()) {
    fs.writeFileSync(build, '', { mode: 0o755 })
    fs.utimesSync(build, index + 1, index + 1)
    check(`the newest build comes first: ${build}`, findProgram() === path.join(folder, build), findProgram())
  }
  settings.path = path.join(folder, 'missing')
  await made.commands['igata.restart']()
  check('a missing program is reported', made.errors.length === 1 && made.errors[0].includes('igata.path'), made.errors)
  await deactivate()
}

session().catch(error => check('no error in the script', false, error.stack)).then(() => {
  console.log('done')
  process.exit()
})
