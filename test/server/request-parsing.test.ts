import { expect, test } from 'bun:test'
import { buildApp } from '@/server/app'
import { startServer } from '../support/client'

/** Expensive steps that Elysia adds before a route when a hook seems to need them, recognised in the generated code. */
const COSTLY = { cookies: 'parseCookie', headers: 'c.headers=', server: 'getServer()' }
const QUERY = 'parseQuery'

test('no route parses all headers and cookies of a request, and none without parameters parses the query', async () => {
  const { ctx } = await startServer()
  const found: string[] = []
  for (const { method, path, hooks, compile } of buildApp(ctx).routes) {
    const code = String(compile())
    const done = Object.entries(COSTLY).filter(([, words]) => code.includes(words))
    const isQueried = method === 'GET' && hooks.query === undefined && code.includes(QUERY)
    const names = [...done.map(([name]) => name), ...(isQueried ? ['query'] : [])]
    if (names.length > 0) found.push(`${method} ${path}: ${names}`)
  }
  expect(found).toEqual([])
})
