import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { freePort } from '@/build/free-port'
import english from '@/domain/reference/locales/en/web.json'
import { describeInBrowser } from '../support/browser-world'
import { eventually } from '../support/eventually'
import { plainPng } from '../support/images'
import { type OpenMailbox, openMailbox } from '../support/mailbox'
import { rideGpx } from '../support/ride'
import { openUntilDrawn, untilDrawn } from '../support/wait-until-drawn'

const MAIL_PORT = freePort()
const TILES_PORT = freePort()
const PASSWORD = 'a-long-password'
const RIDE = {
  name: 'ride.gpx',
  mimeType: 'application/gpx+xml',
  buffer: Buffer.from(rideGpx({ name: 'Over the pass' })),
}
const FORGOTTEN = new Set(['undefined', 'null', 'NaN', '[object'])
const PHONE = { width: 390, height: 844 }

/** Text on a page that users should not see: translation keys, and unfilled placeholders. */
const wrongWordsOf = async (page: Page): Promise<string[]> => {
  const texts = await page.locator('body').evaluate((body) => {
    const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    while (walker.nextNode())
      if (!walker.currentNode.parentElement?.closest('script, style'))
        found.push(walker.currentNode.textContent ?? '')
    return found
  })
  const words = texts.flatMap((text) => text.split(/\s+/))
  return words.filter((word) => word in english || FORGOTTEN.has(word))
}

describeInBrowser(
  'a new user on a new server',
  (world) => {
    let mailbox: OpenMailbox
    let tiles: ReturnType<typeof Bun.serve>
    let robin: Page
    let ann: Page
    const faults: string[] = []

    beforeAll(async () => {
      mailbox = await openMailbox({}, MAIL_PORT)
      const tile = await plainPng('#c4d3c8')
      tiles = Bun.serve({
        hostname: '127.0.0.1',
        port: TILES_PORT,
        fetch: () => new Response(tile, { headers: { 'content-type': 'image/png' } }),
      })
      // One uses a desktop, the other one a phone.
      robin = await world().visitor()
      ann = await world().visitor({ viewport: PHONE, hasTouch: true })
      for (const page of [robin, ann])
        page.on('response', (answer) => {
          if (answer.status() >= 500) faults.push(`${answer.status()} ${answer.url()}`)
        })
    })
    afterAll(async () => {
      await tiles?.stop(true)
      await mailbox?.stop()
    })

    /** The current screen must be accessible, and everything must have a text. */
    const look = async (page: Page) => {
      await untilDrawn(page)
      expect(await wrongWordsOf(page)).toEqual([])
      await world().expectAccessible(page)
    }
    const enter = (page: Page, name: string, text: string) =>
      page.getByRole('textbox', { name }).fill(text)
    const click = (page: Page, name: string) =>
      page.getByRole('button', { name, exact: true }).click()
    const choose = async (page: Page, name: string, option: string) => {
      await page.getByRole('combobox', { name, exact: true }).click()
      await page.getByRole('option', { name: option, exact: true }).click()
    }
    /** Opens the link in the last of `count` messages to a user. */
    const followMail = async (page: Page, name: string, count: number) => {
      const address = `${name}@example.org`
      while (mailbox.to(address).length < count) await Bun.sleep(20)
      const text = mailbox.to(address)[count - 1]?.text ?? ''
      const [link = ''] = text.match(/http\S+\/\S+/) ?? []
      await openUntilDrawn(page, link)
    }

    test("creates the owner's account with the printed link", async () => {
      const printed = () => /http:\S+\/setup\?token=\S+/.exec(world().server.output())?.[0]
      while (!printed()) await Bun.sleep(20)
      await openUntilDrawn(robin, printed() ?? '')
      await look(robin)
      await enter(robin, 'Username', 'robin')
      await enter(robin, 'Email', 'robin@example.org')
      await enter(robin, 'Password', PASSWORD)
      await click(robin, 'Create account')
      await robin.getByText('Add your first workout').waitFor()
      await look(robin)
    })

    test('uploads the first ride and adds the second workout by hand', async () => {
      const chooser = robin.waitForEvent('filechooser')
      await click(robin, 'Choose a file')
      await (await chooser).setFiles(RIDE)
      await robin.getByRole('combobox', { name: 'Sport' }).selectOption('Cycling (Sport)')
      await look(robin)
      await click(robin, 'Upload workout')
      await robin.getByRole('heading', { level: 1, name: 'Over the pass' }).waitFor()
      await look(robin)
      await robin.getByRole('link', { name: 'Add workout' }).click()
      await robin.getByText('By hand').click()
      await robin.getByRole('combobox', { name: 'Sport' }).click()
      await robin.getByRole('option', { name: 'Walking', exact: true }).click()
      await robin.getByLabel('Duration').fill('1:10:00')
      await robin.getByLabel('Distance').fill('5.5')
      await look(robin)
      await click(robin, 'Add workout')
      await robin.getByRole('heading', { level: 1, name: /Walking/ }).waitFor()
      await look(robin)
    })

    test('finds both in the statistics and the records', async () => {
      await robin.getByRole('link', { name: 'Statistics', exact: true }).click()
      await robin.getByRole('heading', { level: 1, name: 'Statistics' }).waitFor()
      await look(robin)
      await robin.getByRole('link', { name: 'Records', exact: true }).click()
      await robin.getByRole('heading', { level: 1, name: 'Records' }).waitFor()
      await look(robin)
    })

    test('makes the profile public, and the ride visible to followers', async () => {
      await world().open(robin, '/profile/edit/preferences')
      await robin.getByRole('switch', { name: 'Hide my profile' }).press('Space')
      await look(robin)
      await click(robin, 'Save')
      await robin.getByText('Saved.').waitFor()
      await robin.getByRole('link', { name: 'Log', exact: true }).click()
      await robin.getByRole('link', { name: 'Over the pass' }).first().click()
      await robin.getByRole('link', { name: 'Edit this workout' }).click()
      await choose(robin, 'Workout', 'My followers')
      await choose(robin, 'Map', 'My followers')
      await look(robin)
      await click(robin, 'Save')
      await robin.getByRole('heading', { level: 1, name: 'Over the pass' }).waitFor()
    })

    test('is joined by a user who registers, confirms by email and asks to follow', async () => {
      await world().open(ann, '/')
      await ann.getByRole('link', { name: 'Register' }).first().click()
      await enter(ann, 'Username', 'ann')
      await enter(ann, 'Email', 'ann@example.org')
      await enter(ann, 'Password', PASSWORD)
      await ann.getByRole('checkbox').check()
      await look(ann)
      await click(ann, 'Register')
      await ann.getByRole('heading', { name: 'Almost there' }).waitFor()
      await look(ann)
      await followMail(ann, 'ann', 1)
      await look(ann)
      await click(ann, 'Confirm account')
      await ann.getByText('Add your first workout').waitFor()
      await world().open(ann, '/users')
      await ann.getByRole('link', { name: 'robin' }).click()
      await ann.getByText('No workouts.').waitFor()
      await look(ann)
      await click(ann, 'Follow')
      await ann.getByRole('button', { name: 'Withdraw request' }).waitFor()
    })

    test('accepts the request, and is notified of her comment', async () => {
      await world().open(robin, '/')
      await robin.getByRole('link', { name: 'Notifications, some unread' }).click()
      await robin.getByText('ann wants to follow you').waitFor()
      await look(robin)
      await robin.getByRole('button', { name: 'Open' }).first().click()
      await robin.getByRole('button', { name: 'Accept' }).click()
      await robin.getByRole('button', { name: 'Accept' }).waitFor({ state: 'detached' })

      await world().open(ann, '/users/robin')
      await ann.getByRole('link', { name: 'Over the pass' }).first().click()
      const reach = ann.getByText('robin can read this only when following you')
      await enter(ann, 'Write a comment', 'Well done')
      await reach.waitFor()
      await enter(ann, 'Write a comment', 'Well done @robin')
      await reach.waitFor({ state: 'detached' })
      await look(ann)
      await click(ann, 'Comment')
      await ann.getByRole('link', { name: '@robin' }).waitFor()

      await world().open(robin, '/notifications')
      await robin.getByText('ann mentioned you').waitFor()
      await look(robin)
      await robin.getByRole('button', { name: 'Open' }).first().click()
      await robin.getByText('Well done').waitFor()
    })

    test('requests a data export, downloads it from the link in the email, and may leave', async () => {
      await world().open(ann, '/profile/edit/account')
      await click(ann, 'Request an archive')
      await followMail(ann, 'ann', 2)
      const download = ann.waitForEvent('download')
      await look(ann)
      await ann.getByRole('button', { name: 'Download (' }).click()
      expect((await download).suggestedFilename()).toEndWith('.zip')
      await click(ann, 'Delete account')
      await look(ann)
      await ann.getByRole('dialog').getByRole('button', { name: 'Delete account' }).click()
      await ann.getByRole('heading', { name: 'Log in' }).waitFor()
      await look(ann)
      await world().open(robin, '/notifications')
      await look(robin)
      await eventually(() => robin.getByText('ann', { exact: true }).count()).toBe(0)
    })

    test('encounters no internal error', () => {
      expect(faults).toEqual([])
    })
  },
  {
    EMAIL_URL: `smtp://127.0.0.1:${MAIL_PORT}`,
    SENDER_EMAIL: 'milepost@example.org',
    TILE_SERVER_URL: `http://127.0.0.1:${TILES_PORT}/{z}/{x}/{y}.png`,
  },
)
