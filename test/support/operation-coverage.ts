import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Page } from 'playwright-core'

const TABLE = resolve(import.meta.dir, '../browser/coverage.md')

const HEAD = `# From which screen an operation is reached

Made by the browser tests: they note every operation of the API that a page asks for, and the first screens that do. A
row is added when a test reaches a new operation; \`UPDATE_COVERAGE=1\` adds screens to the rows that are there.

| Operation | Screen |
|---|---|
`

const SHORT_ID = /^[2-9A-HJ-NP-Za-km-z]{22}$/

/** A path with names in the place of ids and usernames. */
function patternOf(path: string): string {
  const parts = path.split('/')
  return parts
    .map((part, at) => {
      if (SHORT_ID.test(part) || /^\d+$/.test(part)) return '$id'
      return parts[at - 1] === 'users' && at > 0 && part !== '' ? '$username' : part
    })
    .join('/')
}

/** Notes which operations a page asks for, and on which screen: lines of method, path and screen. */
export function observeOperations(page: Page, operations: Set<string>): void {
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (!pathname.startsWith('/api/')) return
    const frame = request.frame()
    const screen = patternOf(new URL(frame.url()).pathname)
    operations.add(`${request.method()} ${pathname} ${screen}`)
  })
}

/** An operation of the API as its document has it. */
export interface Operation {
  method: string
  path: string
}

/** All operations of a running server. */
async function operationsOf(url: string): Promise<Operation[]> {
  const document = (await (await fetch(`${url}/api/openapi.json`)).json()) as {
    paths: Record<string, Record<string, unknown>>
  }
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })),
  )
}

/** The most exact operation for a request: `/users/tasks` is no user called tasks. */
function findOperation(all: readonly Operation[], method: string, path: string) {
  const parts = path.split('/')
  const fits = all.filter(
    (operation) =>
      operation.method === method &&
      operation.path.split('/').length === parts.length &&
      operation.path.split('/').every((part, at) => part.startsWith('{') || part === parts[at]),
  )
  const names = ({ path }: Operation) => path.split('{').length
  return fits.toSorted((one, other) => names(one) - names(other))[0]
}

/** Rows of the table: `GET /api/x` to screens. */
function readCoverage(): Map<string, Set<string>> {
  const rows = new Map<string, Set<string>>()
  if (!existsSync(TABLE)) return rows
  for (const [, operation = '', screens = ''] of readFileSync(TABLE, 'utf8').matchAll(
    /^\| `([A-Z]+ [^`]+)` \| (.+) \|$/gm,
  ))
    rows.set(
      operation,
      new Set([...screens.matchAll(/`([^`]+)`/g)].map(([, screen = '']) => screen)),
    )
  return rows
}

/** Whether screens are added to rows that are there, too; otherwise only new operations change the table. */
const isUpdating = () => process.env.UPDATE_COVERAGE !== undefined

/** Adds operations that the table does not have. @throws Error when there were any, so that the table is kept */
export async function requireCoverage(url: string, observed: Set<string>): Promise<void> {
  const news = await recordCoverage(url, observed)
  if (news.length > 0)
    throw new Error(`test/browser/coverage.md knew nothing of:\n${news.join('\n')}`)
}

async function recordCoverage(url: string, observed: Set<string>): Promise<string[]> {
  const all = await operationsOf(url)
  const rows = readCoverage()
  const news = new Set<string>()
  for (const line of observed) {
    const [method = '', path = '', screen = ''] = line.split(' ')
    const operation = findOperation(all, method, path)
    if (!operation) continue
    const name = `${operation.method} ${operation.path}`
    if (!rows.has(name)) news.add(name)
    rows.set(name, (rows.get(name) ?? new Set()).add(screen))
  }
  if (news.size > 0 || isUpdating()) writeFileSync(TABLE, tableOf(rows))
  return isUpdating() ? [] : [...news]
}

const MANY = 6

function tableOf(rows: Map<string, Set<string>>): string {
  const lines = [...rows]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([name, screens]) => {
      const list = [...screens]
        .toSorted()
        .slice(0, MANY)
        .map((screen) => `\`${screen}\``)
      return `| \`${name}\` | ${list.join(' ')} |\n`
    })
  return HEAD + lines.join('')
}
