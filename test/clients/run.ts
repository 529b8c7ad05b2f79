import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { newVictim } from '../hard/victim'
import { type Clients, generateClients, LANGUAGES, NotChecked } from './languages'

/*
 * Lints the API document, generates clients of several languages from it, compiles them and calls a server with them:
 * `bun run test:clients [--binary dist/milepost] [--only Go]`. A language whose tools are missing is not checked, and
 * the run says so; it fails when no language could be checked.
 */

/** The account that the clients use. */
const ACCOUNT = 'clients'

const { values } = parseArgs({
  options: { binary: { type: 'string', default: 'dist/milepost' }, only: { type: 'string' } },
})

/** Checks one language and prints the outcome. Returns false if it failed, undefined if it was not checked. */
async function check(name: string, clients: Clients): Promise<boolean | undefined> {
  const start = performance.now()
  const print = (outcome: string) => {
    const seconds = Math.round((performance.now() - start) / 1000)
    console.log(`${name.padEnd(22)} ${String(seconds).padStart(4)} s  ${outcome}`)
  }
  try {
    print((await LANGUAGES[name]?.(clients)) ?? '')
    return true
  } catch (error) {
    if (error instanceof NotChecked) {
      print(`not checked: ${error.message}`)
      return undefined
    }
    print(`FAILED: ${error instanceof Error ? error.message : error}`)
    return false
  }
}

const victim = newVictim(resolve(values.binary))
const folder = mkdtempSync(join(tmpdir(), 'milepost-clients-'))
try {
  await victim.start()
  const token = await victim.account(ACCOUNT)
  const { text } = await victim.ask('GET', '/api/openapi.json')
  const document = join(folder, 'openapi.json')
  writeFileSync(document, text)
  console.log(`the API document has ${Math.round(text.length / 1000)} kB`)
  const names = Object.keys(LANGUAGES).filter((name) => !values.only || name === values.only)
  let generated: Promise<string> | undefined
  const generate = () => {
    generated ??= generateClients(folder, document)
    return generated
  }
  const clients = { folder, document, url: victim.url, token, generate }
  const outcomes = await Promise.all(names.map((name) => check(name, clients)))
  const isChecked = outcomes.some((outcome) => outcome === true)
  process.exitCode = isChecked && !outcomes.includes(false) ? 0 : 1
} finally {
  await victim.end('SIGTERM')
  victim.remove()
  rmSync(folder, { recursive: true, force: true })
}
