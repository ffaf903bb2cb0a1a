'use strict'
// Checks the settings of the editors, and that what package.json of the extension names exists.
//   node files.js
const assert = require('assert')
const { spawnSync } = require('child_process')
const fs = require('fs')
const path = require('path')

const editors = process.env.EDITORS
const read = file => JSON.parse(fs.readFileSync(path.join(editors, file), 'utf8'))
for (const file of ['zed/settings.json', 'kate/lspclient.json', 'sublime/LSP.sublime-settings']) read(file)

const manifest = read('vscode/package.json')
const contributed = manifest.contributes
const files = [
  manifest.main,
  ...contributed.languages.map(it => it.configuration),
  ...contributed.grammars.map(it => it.path),
  ...contributed.snippets.map(it => it.path),
  ...contributed.jsonValidation.map(it => it.url)
]
for (const file of files) {
  const found = path.join('vscode', file)
  assert(fs.existsSync(path.join(editors, found)), `${file} does not exist`)
  if (found.endsWith('.json')) read(found)
}

assert.strictEqual(read('vscode/syntaxes/igata.tmLanguage.json').scopeName, contributed.grammars[0].scopeName)

const source = fs.readFileSync(path.join(editors, 'vscode', manifest.main), 'utf8')
for (const { command } of contributed.commands) {
  assert(source.includes(`registerCommand('${command}'`), `${command} is not registered`)
}
for (const { command } of contributed.menus.commandPalette) {
  assert(contributed.commands.some(it => it.command === command), `${command} is not declared`)
}
assert(source.split('\n').length < 150, 'the extension is long')

const [matcher] = contributed.problemMatchers
const found = new RegExp(matcher.pattern.regexp).exec("a/b.igata:3:10: error: no type 'Persn' [unknown-type]")
assert.deepStrictEqual(
  [matcher.pattern.file, matcher.pattern.line, matcher.pattern.column, matcher.pattern.severity, matcher.pattern.code]
    .map(group => found[group]),
  ['a/b.igata', '3', '10', 'error', 'unknown-type'])
assert.strictEqual(found[matcher.pattern.message], "no type 'Persn'")

// A snippet with the words that it proposes is a declaration or a member.
for (const [name, snippet] of Object.entries(read('vscode/snippets.json'))) {
  const text = snippet.body.join('\n')
    .replace(/\$\{\d+\|([^,|]*)[^}]*\}/g, '$1').replace(/\$\{\d+:([^}]*)\}/g, '$1').replace(/\$\d/g, '')
  const isDeclaration = /^(model|enum|struct|type) /.test(text)
  const schema = isDeclaration ? `${text}\n` : `model Name {\n  id: Int @primaryKey\n  ${text}\n}\n`
  const { status, stderr } = spawnSync(process.env.IGATA, ['debug', 'tree', '-'], { input: schema, encoding: 'utf8' })
  assert.strictEqual(status, 0, `${name}: ${stderr}`)
}
