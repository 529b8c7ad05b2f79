import { describe, expect, test } from 'bun:test'
import { ownWrites } from '@/server/replica/read-your-writes'
import { POSITION } from '@/server/replica/replication-position'
import { startServer } from '../support/client'

const asking = (cookie?: string) =>
  new Request('http://localhost/api/ping', { headers: cookie === undefined ? {} : { cookie } })

/** The cookie that a browser gets after a write that left the database at a replication position. */
function cookieAfterWrite(writes: ReturnType<typeof ownWrites>, position: number): string {
  const response = new Response('', { headers: { [POSITION]: String(position) } })
  writes.record(asking(), response)
  return response.headers.getSetCookie()[0] ?? ''
}

describe('the cookie with a replication position', () => {
  test('directs reads to the primary until the replica has reached it', async () => {
    const writes = ownWrites(startServer().ctx)
    const [cookie] = cookieAfterWrite(writes, 1_000_000).split(';')
    expect(await writes.areUnseen(asking(cookie))).toBe(true)
    expect(await writes.areUnseen(asking())).toBe(false)
  })

  test('is ignored unless it is signed by a server', async () => {
    const writes = ownWrites(startServer().ctx)
    const [signed = ''] = cookieAfterWrite(writes, 1).split(';')
    const forged = ['milepost-position=999999', signed.replace('=1.', '=999999.')]
    for (const cookie of forged) expect(await writes.areUnseen(asking(cookie))).toBe(false)
  })

  test('is sent over TLS only if the public URL uses it', () => {
    const [plain, secure] = ['http://localhost', 'https://example.org'].map((uiUrl) =>
      cookieAfterWrite(ownWrites(startServer({ uiUrl }).ctx), 1),
    )
    expect(plain).not.toContain('Secure')
    expect(secure).toContain('; Secure')
  })
})
