import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { freePort } from '@/build/free-port'
import { processName } from '@/lib/process/process-name'
import { describeInBrowser } from '../support/browser-world'
import { eventually } from '../support/eventually'
import { newFolder } from '../support/folder'
import { type OpenMailbox, openMailbox } from '../support/mailbox'

const MAIL_PORT = freePort()
const BACKUPS = join(newFolder(), 'backups')

describeInBrowser(
  'the operations page in a browser',
  (world) => {
    let ann: Page
    let mailbox: OpenMailbox

    beforeAll(async () => {
      mailbox = await openMailbox({}, MAIL_PORT)
      ann = await world().pageOf('ann', { role: 'admin' })
      await world().pageOf('mia')
    })

    afterAll(() => mailbox.stop())

    const panel = (name: string) => ann.getByRole('region', { name })
    const task = () => panel('Background tasks').getByRole('listitem')
    const exportOfMia = async () =>
      (await world().call('mia', 'GET', '/auth/account/export')) as {
        request: { status: string }
      }

    /** Changes the only task in the database, because no request puts it into a certain state at a predictable time. */
    const setTask = (changes: Record<string, string | number | null>) => {
      const database = new Database(join(world().binary.dataDir, 'milepost.db'))
      database.run('pragma busy_timeout = 10000')
      const columns = Object.keys(changes).map((column) => `${column} = ?`)
      database.run(`update user_tasks set ${columns}`, Object.values(changes))
      database.close()
    }

    test('shows the health of the server and the sizes of all folders', async () => {
      await world().open(ann, '/admin')
      await ann.getByRole('link', { name: 'No tasks' }).click()
      await ann.getByRole('heading', { name: 'Operations' }).waitFor()
      await panel('Health').getByText('OK', { exact: true }).first().waitFor()
      await panel('Health').getByText('Not checked; UPDATE_CHECK is off').waitFor()
      await eventually(() => panel('Storage').getByText('–').count()).toBe(0)
      await panel('Recent warnings and errors').waitFor()
      await world().expectAccessible(ann)
    })

    test('a failed task is started again', async () => {
      await world().call('mia', 'POST', '/auth/account/export/request')
      await eventually(async () => (await exportOfMia()).request.status).toBe('successful')
      setTask({ is_errored: 1, progress: 0, error: 'the export failed', file_path: null })
      await ann.reload()
      await task().getByText('Data export of mia').waitFor()
      await task().getByText('Failed', { exact: true }).waitFor()
      await task().getByText('the export failed').waitFor()
      await world().expectAccessible(ann)
      await task().getByRole('button', { name: 'Try again' }).click()
      await eventually(async () => (await exportOfMia()).request.status).toBe('successful')
      await task().waitFor({ state: 'detached' })
    })

    test('a running task is stopped', async () => {
      // This process holds the lease, so that the task runs for as long as the test needs.
      const lease = { claimed_by: processName(), heartbeat_at: Date.now() }
      setTask({ ...lease, progress: 0, file_path: null })
      await ann.reload()
      await task().getByText('Running', { exact: true }).waitFor()
      await task().getByRole('button', { name: 'Stop' }).click()
      await ann.getByRole('dialog').getByText('It cannot be continued.').waitFor()
      await world().expectAccessible(ann)
      await ann.getByRole('dialog').getByRole('button', { name: 'Stop' }).click()
      await task().waitFor({ state: 'detached' })
      expect((await exportOfMia()).request.status).toBe('aborted')
    })

    test('a backup is made', async () => {
      await panel('Backups').getByText('None yet').waitFor()
      await panel('Backups').getByRole('button', { name: 'Back up now' }).click()
      await panel('Backups').getByText('None yet').waitFor({ state: 'detached' })
      expect(world().binary.run(['backup', 'verify', BACKUPS])).toMatchObject({ code: 0 })
    })

    test('a test message is sent, and the page says why another one could not be', async () => {
      const send = () => panel('Email').getByRole('button', { name: 'Send test message' }).click()
      await send()
      await panel('Email').getByText('The mail server accepted a message to ann@').waitFor()
      await eventually(() => mailbox.to('ann@example.org').map(({ subject }) => subject)).toEqual([
        'Milepost - Test message',
      ])
      mailbox.refusals.push({ at: 'recipient', code: 550 })
      await send()
      await panel('Email').getByText('The message could not be sent').waitFor()
      await world().expectAccessible(ann)
    })

    test('moderators have no access to it', async () => {
      const mod = await world().pageOf('mod', { role: 'moderator' })
      await world().open(mod, '/admin/operations')
      await mod.getByRole('heading', { name: 'No access' }).waitFor()
      expect(await mod.getByRole('link', { name: 'Operations' }).count()).toBe(0)
    })
  },
  {
    BACKUP_TO: BACKUPS,
    EMAIL_URL: `smtp://127.0.0.1:${MAIL_PORT}`,
    SENDER_EMAIL: 'milepost@example.org',
  },
)
