import { expect, test } from 'bun:test'
import { buildApp } from '@/server/app'
import { startServer } from '../support/client'

/** What Elysia does before a route, where something in its chain seems to need it; found by the words of its code. */
const COSTLY = { cookies: 'parseCookie', headers: 'c.headers=', server: 'getServer()' }
const QUERY = 'parseQuery'

test('no route has all headers and cookies of a request parsed, and one without parameters not the query', async () => {
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
