import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { describeInBrowser } from '../support/browser-world'
import { eventually } from '../support/eventually'

describeInBrowser(
  'webhooks in a browser',
  (world) => {
    let mia: Page
    let receiver: ReturnType<typeof Bun.serve>
    const received: string[] = []
    const topics: string[] = []
    const state = { status: 200 }

    beforeAll(async () => {
      mia = await world().pageOf('mia')
      receiver = Bun.serve({
        hostname: '127.0.0.1',
        port: 0,
        fetch: async (request) => {
          const { type, topic } = (await request.json()) as { type?: string; topic?: string }
          if (type !== undefined) received.push(type)
          if (topic !== undefined) topics.push(topic)
          return new Response(null, { status: state.status })
        },
      })
    })

    afterAll(() => receiver?.stop(true))

    test('are created, tested, changed and deleted', async () => {
      const { open, expectAccessible, ride } = world()
      await open(mia, '/profile/webhooks')
      await mia.getByText('No webhooks yet.').waitFor()
      await mia.getByRole('button', { name: 'Create webhook' }).click()
      await mia.getByText('Enter a URL that begins with').waitFor()
      await mia.getByLabel('URL').fill(`http://127.0.0.1:${receiver.port}/hook`)
      await mia.getByRole('button', { name: 'Create webhook' }).click()
      const secret = mia.getByRole('textbox', { name: 'Secret' })
      expect(await secret.inputValue()).toMatch(/^whsec_/)
      await expectAccessible(mia)
      await mia.getByRole('button', { name: 'Done' }).click()

      const own = mia.getByRole('list', { name: 'Your webhooks' })
      await own.getByRole('button', { name: 'Send a test event' }).click()
      await mia.getByText('The test event is on its way.').waitFor()
      await ride('mia', {})
      await eventually(() => received.toSorted().join()).toBe('test,workout.created')

      state.status = 500
      await own.getByRole('button', { name: 'Send a test event' }).click()
      await own.getByRole('button', { name: /^Latest deliveries/ }).click()
      const deliveries = mia.getByRole('list', { name: 'Latest deliveries' })
      await deliveries.getByText('Delivered', { exact: true }).first().waitFor()
      await eventually(async () => {
        await mia.getByRole('button', { name: 'Refresh list' }).click()
        return deliveries.getByText(/status 500/).count()
      }).toBe(1)
      state.status = 200
      await deliveries.getByRole('button', { name: 'Send again' }).first().click()
      await eventually(async () => {
        await mia.getByRole('button', { name: 'Refresh list' }).click()
        return deliveries.getByText('Delivered', { exact: true }).count()
      }).toBe(3)
      await expectAccessible(mia)

      await own.getByRole('button', { name: /^Edit:/ }).click()
      const editor = own.locator('form')
      await expectAccessible(mia)
      await editor.getByLabel('URL').fill(`http://127.0.0.1:${receiver.port}/other`)
      await editor.getByLabel('New workout').uncheck()
      await editor.getByLabel('Import undone').check()
      await editor.getByRole('button', { name: 'Save' }).click()
      await editor.waitFor({ state: 'detached' })
      await own.getByText(`http://127.0.0.1:${receiver.port}/other`).waitFor()
      await own.getByText('Import undone').waitFor()
      expect(await own.getByText('New workout', { exact: true }).count()).toBe(0)

      await own.getByRole('button', { name: 'Replace secret' }).click()
      await mia.getByRole('dialog').getByRole('button', { name: 'Replace secret' }).click()
      await secret.waitFor()
      await mia.getByRole('button', { name: 'Done' }).click()

      await own.getByRole('button', { name: 'Turn webhook off' }).click()
      await own.getByText(/^Off since/).waitFor()
      await own.getByRole('button', { name: 'Turn webhook on' }).click()
      await own.getByRole('button', { name: 'Turn webhook off' }).waitFor()

      await mia.getByLabel('ntfy server').fill(`http://127.0.0.1:${receiver.port}`)
      await mia.getByLabel('Topic').fill('rides')
      await mia.getByLabel('Access token').first().fill('tk_secret')
      await mia.getByRole('button', { name: 'Add topic' }).click()
      const topic = own.getByRole('listitem').filter({ hasText: '/rides' })
      await topic.getByRole('button', { name: 'Send a test event' }).click()
      await topic.getByText('The test event is on its way.').waitFor()
      await eventually(() => topics.join()).toBe('rides')
      await expectAccessible(mia)
      await topic.getByRole('button', { name: 'Delete webhook' }).click()
      await mia.getByRole('dialog').getByRole('button', { name: 'Delete webhook' }).click()
      await topic.waitFor({ state: 'detached' })

      await own.getByRole('button', { name: 'Delete webhook' }).click()
      await mia.getByRole('dialog').getByRole('button', { name: 'Delete webhook' }).click()
      await mia.getByText('No webhooks yet.').waitFor()
    })
  },
  { WEBHOOK_PRIVATE_HOSTS: '127.0.0.1' },
)
