import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { describeInBrowser } from '../support/browser-world'
import { eventually } from '../support/eventually'
import { triathlon } from '../support/tracks/legs'

/** Tests of a server that separates the legs of a recording. */
const ENV = { MEASUREMENTS: 'device' }

describeInBrowser(
  'a triathlon in a browser',
  (world) => {
    let mia: Page
    let legs: string[] = []

    beforeAll(async () => {
      mia = await world().pageOf('mia')
      const form = new FormData()
      form.append('file', new File([new Uint8Array(triathlon())], 'race.fit'))
      form.append('data', JSON.stringify({ title: 'Lake race', workout_visibility: 'public' }))
      const { data } = (await world().call('mia', 'POST', '/workouts', form)) as {
        data: { workouts: { id: string }[] }
      }
      legs = data.workouts.map(({ id }) => id)
    })

    const event = (page: Page) => page.getByRole('navigation', { name: 'Multisport event' })
    const links = (page: Page) => event(page).getByRole('link')

    test('shows its legs, transitions and totals on the page of each leg, with links between them', async () => {
      await world().open(mia, `/workouts/${legs[2]}`)
      await eventually(() => links(mia).count()).toBe(5)
      const texts = await links(mia).allTextContents()
      for (const [index, name] of [
        'Open Water',
        'Transition',
        'Cycling',
        'Transition',
        'Running',
      ].entries())
        expect(texts[index]).toContain(name)
      expect(texts[2]).toContain('4.80 km')
      await event(mia).getByText('6.46 km in 23:25').waitFor()
      // The legs are a band on which ten minutes are wider than five; on phones they are a list.
      const boxOf = async (leg: number) => {
        const box = await links(mia).nth(leg).boundingBox()
        return box ?? { x: 0, y: 0, width: 0, height: 0 }
      }
      const size = mia.viewportSize()
      await mia.setViewportSize({ width: 1440, height: 900 })
      await eventually(async () => (await boxOf(2)).width / (await boxOf(0)).width).toBeGreaterThan(
        1.5,
      )
      await eventually(async () => (await boxOf(2)).y - (await boxOf(0)).y).toBe(0)
      await mia.setViewportSize({ width: 390, height: 844 })
      await eventually(async () => (await boxOf(1)).y - (await boxOf(0)).y).toBeGreaterThan(40)
      if (size) await mia.setViewportSize(size)
      await eventually(() => links(mia).nth(2).getAttribute('aria-current')).toBe('page')
      await world().expectAccessible(mia)
      await links(mia).nth(4).click()
      await mia.waitForURL(`**/workouts/${legs[4]}`)
      await eventually(() => links(mia).nth(4).getAttribute('aria-current')).toBe('page')
    })

    test('shows others only the legs that they may see', async () => {
      await world().call('mia', 'PATCH', `/workouts/${legs[0]}`, { workout_visibility: 'private' })
      const visitor = await world().visitor()
      await world().open(visitor, `/workouts/${legs[2]}`)
      await eventually(() => links(visitor).count()).toBe(4)
    })

    test('is deleted leg by leg, or as a whole', async () => {
      const count = async () => {
        const { data } = (await world().call('mia', 'GET', '/workouts')) as {
          data: { workouts: unknown[] }
        }
        return data.workouts.length
      }
      const remove = async (leg: string | undefined, choice: string) => {
        await world().open(mia, `/workouts/${leg}`)
        await mia.getByRole('button', { name: 'More actions' }).click()
        await mia.getByRole('button', { name: 'Delete this workout' }).click()
        await mia.getByRole('button', { name: choice, exact: true }).click()
        await mia.waitForURL((url) => url.pathname === '/')
      }
      await remove(legs[1], 'Delete')
      expect(await count()).toBe(4)
      await remove(legs[2], 'Delete all 4 legs')
      expect(await count()).toBe(0)
    })
  },
  ENV,
)
