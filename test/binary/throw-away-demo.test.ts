import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { BUILD_TIMEOUT, type InstalledBinary, installBinary } from '../support/binary'
import { newFolder } from '../support/folder'

const PASSWORD = 'a-long-demo-password'
const temporary = newFolder()

describe('serve --demo', () => {
  let binary: InstalledBinary
  beforeAll(() => {
    binary = installBinary()
  }, BUILD_TIMEOUT)
  afterAll(() => binary.remove())

  test(
    'serves made-up data without touching the data folder, and leaves nothing behind',
    async () => {
      const server = await binary.serve(['--demo', '--demo-password', PASSWORD], {
        ...{ TMPDIR: temporary, EMAIL_URL: 'smtp://127.0.0.1:1' },
      })
      const credentials = { email: 'alex@example.org', password: PASSWORD }
      const login = await fetch(`${server.url}/api/auth/login`, {
        ...{ method: 'POST', body: JSON.stringify(credentials) },
        headers: { 'content-type': 'application/json' },
      })
      const { auth_token: token } = (await login.json()) as { auth_token: string }
      const list = await fetch(`${server.url}/api/workouts`, {
        headers: { authorization: `Bearer ${token}` },
      })
      const { pagination } = (await list.json()) as { pagination: { total: number } }
      expect(pagination.total).toBeGreaterThan(30)
      const config = await (await fetch(`${server.url}/api/config`)).json()
      expect(config).toMatchObject({ data: { is_email_sending_enabled: false } })
      expect(await server.stop()).toEqual({ code: 0 })
      expect(readdirSync(temporary)).toEqual([])
      expect(existsSync(binary.dataDir)).toBe(false)
    },
    BUILD_TIMEOUT,
  )

  test('rejects a data folder, which it would not use', () => {
    const { code, stderr } = binary.run(['serve', '--demo', '--data-dir', 'data'])
    expect(code).toBe(2)
    expect(stderr).toContain('omit --data-dir')
  })
})
