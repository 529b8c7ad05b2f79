import { expect, test } from 'bun:test'
import { freePort } from '@/build/free-port'
import { afterTest } from '../support/after-test'
import { newTestFolder } from '../support/folder'
import { startMailbox } from '../support/mailbox'

/** Starts the server in a separate process and waits for its first response. */
async function serve(dataDir: string, mailPort: number) {
  const port = freePort()
  const url = `http://127.0.0.1:${port}`
  const child = Bun.spawn([process.execPath, 'src/main.ts', 'serve'], {
    env: {
      PATH: process.env.PATH ?? '',
      DATA_DIR: dataDir,
      PORT: String(port),
      EMAIL_URL: `smtp://127.0.0.1:${mailPort}`,
      SENDER_EMAIL: 'milepost@example.com',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const answers = () =>
    fetch(`${url}/api/ping`).then(
      ({ ok }) => ok,
      () => false,
    )
  afterTest(async () => {
    child.kill('SIGKILL')
    await child.exited
  })
  while (child.exitCode === null && !(await answers())) await Bun.sleep(10)
  return { url, child }
}

/** Creates the account that registration requires. */
function createOwner(dataDir: string) {
  const { exitCode } = Bun.spawnSync(
    [
      process.execPath,
      'src/main.ts',
      'users',
      'create',
      'owner',
      '--email',
      'owner@example.com',
      '--role',
      'owner',
    ],
    { env: { PATH: process.env.PATH ?? '', DATA_DIR: dataDir } },
  )
  expect(exitCode).toBe(0)
}

test('an acknowledged email is sent even if the server is killed before that', async () => {
  const dataDir = newTestFolder()
  const mailPort = freePort()
  createOwner(dataDir)
  const first = await serve(dataDir, mailPort)
  const ann = { username: 'ann', email: 'ann@example.com', password: 'correct horse 42' }
  const { status } = await fetch(`${first.url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...ann, accepted_policy: true }),
  })
  expect(status).toBe(200)
  first.child.kill('SIGKILL')
  await first.child.exited

  const mailbox = await startMailbox({}, mailPort)
  const second = await serve(dataDir, mailPort)
  while (mailbox.mails.length === 0 && second.child.exitCode === null) await Bun.sleep(20)
  second.child.kill('SIGTERM')
  expect(await second.child.exited).toBe(0)
  expect(mailbox.mails.map(({ to, subject }) => [to, subject])).toEqual([
    [['ann@example.com'], 'Milepost - Confirm your account'],
  ])
})
