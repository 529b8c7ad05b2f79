import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { describeInBrowser } from '../support/browser-world'
import { deviceRide } from '../support/device-ride'
import { eventually } from '../support/eventually'
import { fitFile, fitTime, lap, poolLength, record } from '../support/tracks/fit'

const START = fitTime('2024-05-04T08:00:00Z')

/** Fifty metres there and back, and a rest. */
const swim = fitFile([
  ...Array.from({ length: 93 }, (_, second) => record({ time: START + second, hr: 120 })),
  poolLength(START, 28.5, [0, 14]),
  poolLength(START + 29, 33, [2, 18]),
  poolLength(START + 62, 10, [null, null]),
  lap({ start: START, elapsed: 61.5, timer: 61.5, distance: 50 }, [23, 'enum', 5]),
  lap({ start: START + 62, elapsed: 30, timer: 30, distance: 0 }, [23, 'enum', 1]),
  {
    global: 18,
    fields: [
      [253, 'uint32', START + 92],
      [2, 'uint32', START],
      [7, 'uint32', 92_000],
      [9, 'uint32', 5000],
      [44, 'uint16', 2500],
    ],
  },
])

describeInBrowser('laps and sensors in a browser', (world) => {
  let mia: Page

  const upload = async (bytes: Uint8Array, data: object): Promise<string> => {
    const form = new FormData()
    form.append('file', new File([new Uint8Array(bytes)], 'ride.fit'))
    form.append('data', JSON.stringify(data))
    const answer = (await world().call('mia', 'POST', '/workouts', form)) as {
      data: { workouts: [{ id: string }] }
    }
    return answer.data.workouts[0].id
  }

  beforeAll(async () => {
    mia = await world().pageOf('mia')
  })

  const cells = async (table: string) =>
    (await mia.getByRole('region', { name: table }).getByRole('row').allTextContents()).map((row) =>
      row.trim(),
    )

  test('a ride shows its laps, and a lap selects its interval', async () => {
    await world().open(mia, `/workouts/${await upload(deviceRide(), { sport_id: 1 })}/laps`)
    for (const name of ['Type', 'Distance', 'Time', 'Elapsed', 'Heart rate', 'Power'])
      await eventually(async () => (await cells('Laps'))[0]).toContain(name)
    await eventually(async () => (await cells('Laps'))[1]).toContain('Warm-up')
    await mia.getByRole('button', { name: 'Select lap 1' }).click()
    const stretch = mia.getByRole('region', { name: 'Selection' })
    await stretch.waitFor()
    await eventually(() => stretch.textContent()).toMatch(/1:0[01]/)
    await world().expectAccessible(mia)
  })

  test('a chart of extra values appears when it is selected, and disappears again', async () => {
    await mia.getByRole('link', { name: 'Overview' }).click()
    const more = mia.getByRole('button', { name: 'Choose more charts' })
    await more.click()
    await mia.getByRole('checkbox', { name: 'Aero Drag' }).waitFor()
    const names = () => mia.locator('[data-part="streams"] label').allTextContents()
    await eventually(names).toEqual(['Temperature', 'Respiration rate', 'Calories', 'Aero Drag'])
    await mia.getByRole('checkbox', { name: 'Aero Drag' }).click()
    await mia.getByRole('checkbox', { name: 'Temperature' }).click()
    await world().expectAccessible(mia)
    const { width = 0, height = 0 } = mia.viewportSize() ?? {}
    for (const narrow of [320, 390]) {
      await mia.setViewportSize({ width: narrow, height })
      const box = await mia.locator('[data-part="streams"]').boundingBox()
      expect(box?.x).toBeGreaterThan(0)
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(narrow)
    }
    await mia.setViewportSize({ width, height })
    await mia.keyboard.press('Escape')
    const chart = mia.getByRole('region', { name: 'Temperature' })
    await chart.locator('canvas').first().waitFor()
    await eventually(() => chart.getByRole('heading').textContent()).toBe('Temperature (°C)')
    await mia.getByRole('heading', { name: 'Aero Drag (m²)' }).waitFor()
    await mia.getByRole('slider', { name: 'Position along the track' }).first().focus()
    await mia.keyboard.press('End')
    await eventually(() => chart.textContent()).toContain('21')
    await more.click()
    await mia.getByRole('checkbox', { name: 'Temperature' }).click()
    await mia.keyboard.press('Escape')
    await chart.waitFor({ state: 'detached' })
  })

  test('a swim shows its sets, and their lengths with stroke and SWOLF', async () => {
    await world().open(mia, `/workouts/${await upload(swim, { sport_id: 16 })}`)
    await mia.getByRole('heading', { name: 'Sets in a pool of 25 m' }).scrollIntoViewIfNeeded()
    const rows = () => cells('Sets in a pool of 25 m')
    await eventually(rows).toHaveLength(2)
    for (const text of ['50 m', '1:02', 'Mixed'])
      await eventually(async () => (await rows())[1]).toContain(text)
    await mia.getByRole('button', { name: '2 lengths of set 1' }).click()
    await eventually(rows).toHaveLength(4)
    for (const text of ['25 m', 'Freestyle', '14', '43'])
      await eventually(async () => (await rows())[2]).toContain(text)
    await eventually(async () => (await rows())[3]).toContain('Breaststroke')
    await world().expectAccessible(mia)
  })
})
