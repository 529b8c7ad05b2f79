import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { freePort } from '@/build/free-port'
import { afterTest } from '../support/after-test'
import { aRide, rides } from '../support/archives'
import { describeInBrowser } from '../support/browser-world'
import { eventually } from '../support/eventually'
import { zipBytes } from '../support/tracks/zip'
import { until } from '../support/until'

/** More than a server imports synchronously. */
const RIDES = 11
/** More than are read ahead while the first ones are awaited. */
const LONG = 100
/** The elevation service that an import waits for. */
const ELEVATIONS_PORT = freePort()

const members = [
  ...Array.from({ length: RIDES }, (_, index) => ({
    name: `rides/${index + 1}.gpx`,
    content: aRide(index + 1),
  })),
  { name: 'rides/broken.gpx', content: '<gpx><trk>' },
  { name: 'readme.txt', content: 'mine' },
]

describeInBrowser(
  'imports of archives',
  (world) => {
    let page: Page

    const send = async (data: object = {}) => {
      const form = new FormData()
      form.append('file', new File([new Uint8Array(zipBytes(members))], 'rides.zip'))
      form.append('data', JSON.stringify({ sport_id: 1, ...data }))
      const answer = (await world().call('olga', 'POST', '/workouts', form)) as {
        data: { task_id: string }
      }
      const id = answer.data.task_id
      await until('the end of the import', async () => {
        const { task } = (await world().call('olga', 'GET', `/workouts/upload-tasks/${id}`)) as {
          task: { status: string }
        }
        return task.status !== 'queued' && task.status !== 'in_progress'
      })
      return id
    }
    const rows = () => page.getByRole('list', { name: 'Results by file' }).getByRole('listitem')
    const only = (name: RegExp) =>
      page.getByRole('group', { name: 'Show only' }).getByRole('button', { name })
    const total = async () => {
      const answer = (await world().call('olga', 'GET', '/workouts')) as {
        pagination: { total: number }
      }
      return answer.pagination.total
    }

    beforeAll(async () => {
      page = await world().pageOf('olga')
    })

    test('show in the list how many files are new and how many failed', async () => {
      await send()
      await world().open(page, '/workouts/tasks')
      const item = page.getByRole('list', { name: 'Imports' }).getByRole('listitem')
      await eventually(() => item.textContent()).toContain(
        '12 files · New 11 · Skipped 1 · Failed 1',
      )
      await world().expectAccessible(page)
      await item.getByRole('link').click()
    })

    test('show the result of every file, with the reason', async () => {
      await rows().first().waitFor()
      await eventually(() => rows().count()).toBe(RIDES + 2)
      const failed = rows().filter({ hasText: 'rides/broken.gpx' })
      await eventually(() => failed.textContent()).toContain('The file is damaged or incomplete.')
      await eventually(() => failed.textContent()).toContain('Failed')
      await world().expectAccessible(page)
      await only(/^Skipped 1$/).click()
      await eventually(() => rows().allTextContents()).toEqual(['readme.txtNot a recordingSkipped'])
      await only(/^New 11$/).click()
      await eventually(() => rows().count()).toBe(RIDES)
      await rows().getByRole('link', { name: 'Workout of rides/1.gpx', exact: true }).click()
      await page.getByRole('heading', { level: 1, name: 'Made-up ride' }).waitFor()
      await page.goBack()
    })

    test('can be downloaded as CSV', async () => {
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Download as CSV' }).click()
      const file = await download
      expect(file.suggestedFilename()).toMatch(/^import-\w+\.csv$/)
      const text = await Bun.file(await file.path()).text()
      expect(text.split('\n')[0]).toBe('file,result,reason,workout')
      expect(text).toContain('rides/broken.gpx,failed,')
    })

    test('that are repeated create nothing, and undoing them deletes nothing', async () => {
      await world().open(page, `/workouts/tasks/${await send({ duplicates: 'skip' })}`)
      await only(/^Already added 11$/).click()
      await eventually(() => rows().count()).toBe(RIDES)
      await eventually(() => page.getByRole('button', { name: 'Undo this import' }).count()).toBe(0)
      await eventually(total).toBe(RIDES)
    })

    test('can be undone after confirmation, which deletes exactly what they created', async () => {
      await world().ride('olga', { name: 'Of my own', start: new Date('2026-05-20T07:00:00Z') })
      await world().open(page, '/workouts/tasks')
      const oldest = page.getByRole('list', { name: 'Imports' }).getByRole('listitem').last()
      await oldest.getByRole('link').click()
      await page.getByRole('button', { name: 'Undo this import' }).click()
      const dialog = page.getByRole('dialog', { name: 'Undo this import?' })
      await eventually(() => dialog.textContent()).toContain(
        'The 11 workouts that this import created',
      )
      await world().expectAccessible(page)
      await dialog.getByRole('button', { name: 'Remove 11 workouts' }).click()
      await page.getByText('11 workouts were removed.').waitFor()
      await only(/^Undone 11$/).waitFor()
      await eventually(total).toBe(1)
      await world().expectAccessible(page)
    })

    test('can be removed from the list, and their workouts stay', async () => {
      const before = await total()
      await world().open(page, '/workouts/tasks')
      const items = page.getByRole('list', { name: 'Imports' }).getByRole('listitem')
      const count = await items.count()
      await items.first().getByRole('link').click()
      await page.getByRole('button', { name: 'Remove from the list' }).click()
      const dialog = page.getByRole('dialog', { name: 'Remove this import from the list?' })
      await world().expectAccessible(page)
      await dialog.getByRole('button', { name: 'Remove from the list' }).click()
      await page.waitForURL(/\/workouts\/tasks$/)
      await page.waitForFunction(
        (most) => document.querySelectorAll('ul[aria-label=Imports] > li').length === most,
        count - 1,
      )
      await eventually(total).toBe(before)
    })

    test('can be stopped while they run', async () => {
      const before = await total()
      const asked = Promise.withResolvers<void>()
      const answer = Promise.withResolvers<Response>()
      const elevations = Bun.serve({
        hostname: '127.0.0.1',
        port: ELEVATIONS_PORT,
        fetch: async () => {
          asked.resolve()
          return (await answer.promise).clone()
        },
      })
      afterTest(() => elevations.stop(true))
      await world().call('olga', 'POST', '/auth/profile/edit/preferences', {
        missing_elevations_processing: 'provider_b',
      })
      const form = new FormData()
      const flat = rides(LONG).map(({ name, content }) => ({
        name,
        content: String(content).replaceAll(/<ele>[^<]*<\/ele>/g, ''),
      }))
      form.append('file', new File([new Uint8Array(zipBytes(flat))], 'long.zip'))
      form.append('data', JSON.stringify({ sport_id: 1 }))
      const { data } = (await world().call('olga', 'POST', '/workouts', form)) as {
        data: { task_id: string }
      }
      await asked.promise
      await page.goto(`${world().server.url}/workouts/tasks/${data.task_id}`)
      await page.getByRole('button', { name: 'Stop import' }).click()
      const dialog = page.getByRole('dialog', { name: 'Stop this import?' })
      await dialog.getByRole('button', { name: 'Stop import' }).click()
      await page.getByText('Stopped', { exact: true }).waitFor()
      answer.resolve(new Response(null, { status: 503 }))
      await world().expectAccessible(page)
      // The next one starts when nothing of this one is running any more.
      await send()
      expect(await total()).toBeLessThan(before + LONG)
    })
  },
  { VALHALLA_API_URL: `http://127.0.0.1:${ELEVATIONS_PORT}` },
)
