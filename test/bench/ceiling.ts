/**
 * The upper limit that the framework and the database allow: an Elysia server with a verified JSON Web Token, one
 * prepared statement on the same database that reads as many rows as are shown, and JSON exactly like ours. Compiled
 * like the executable.
 */
import { readFileSync } from 'node:fs'
import { jwt } from '@elysiajs/jwt'
import Database from 'better-sqlite3'
import { Elysia } from 'elysia'

/** The server's configuration, in the file that its first argument names. */
export interface CeilingPlan {
  port: number
  database: string
  reads: CeilingRead[]
  statics: CeilingStatic[]
}

/** A read. Its statement gets the user's id and a number of rows. */
export interface CeilingRead {
  name: string
  sql: string
  rows: number
  /** The response that is sent. */
  answer: object
}

/** Bytes that are sent unchanged, without authentication. */
export interface CeilingStatic {
  name: string
  /** The file with the bytes. */
  file: string
  headers: Record<string, string>
}

interface UserRow {
  id: number
  password_hash: string
}

function serve(plan: CeilingPlan): void {
  const sqlite = new Database(plan.database, { readonly: true })
  const byEmail = sqlite.prepare<[string], UserRow>(
    'select id, password_hash from users where email = ?',
  )
  const app = new Elysia()
    .use(jwt({ name: 'jwt', secret: 'not a secret' }))
    .get('/ping', () => ({ message: 'pong!', status: 'success' }))
    .post('/login', async ({ body, jwt: tokens }) => {
      const { email, password } = body as { email: string; password: string }
      const user = byEmail.get(email)
      if (!user || !(await Bun.password.verify(password, user.password_hash)))
        throw new Error('wrong password')
      return { auth_token: await tokens.sign({ sub: String(user.id) }) }
    })
  for (const { name, sql, rows, answer } of plan.reads) {
    const statement = sqlite.prepare<[number, number], object>(sql)
    app.get(`/read/${name}`, async ({ headers, jwt: tokens }) => {
      const claims = await tokens.verify(headers.authorization?.slice('Bearer '.length))
      if (!claims) throw new Error('no token')
      if (statement.all(Number(claims.sub), rows).length === 0 && rows > 0)
        throw new Error(`${name} has no rows`)
      return answer
    })
  }
  for (const { name, file, headers } of plan.statics) {
    const bytes = readFileSync(file)
    app.get(`/static/${name}`, () => new Response(bytes, { headers }))
  }
  app.listen({ port: plan.port, hostname: '127.0.0.1' })
}

if (import.meta.main) serve(JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')))
