import { beforeAll, expect, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { readCourse } from '@/domain/courses/read-course'
import { writeGpxCourse } from '@/domain/courses/write-gpx-course'
import { describeInBrowser } from '../support/browser-world'
import { aSavedCourse } from '../support/courses'
import { eventually } from '../support/eventually'
import { newTestFolder } from '../support/folder'

const START = { latitude: 48.2, longitude: 16.37, start: new Date(Date.UTC(2024, 4, 1, 7)) }

describeInBrowser('saved courses in a browser', (world) => {
  let mia: Page
  let workout = ''
  const folder = newTestFolder()

  beforeAll(async () => {
    const { pageOf, ride } = world()
    mia = await pageOf('mia')
    workout = await ride('mia', { ...START, seed: 1 }, { title: 'Evening ride' })
  })

  const button = (name: string) => mia.getByRole('button', { name, exact: true })
  const cards = () => mia.getByRole('list', { name: 'Courses' })
  const heading = (name: string) => mia.getByRole('heading', { level: 1, name, exact: true })
  const fileOf = (name: string, content: string) => {
    const path = join(folder, name)
    writeFileSync(path, content)
    return path
  }

  test('are uploaded by button and by drag and drop', async () => {
    const { open, expectAccessible } = world()
    await open(mia, '/courses')
    await mia.getByText('No courses yet.').waitFor()
    expect(await mia.getByRole('searchbox').count()).toBe(0)
    await expectAccessible(mia)
    const gpx = [...writeGpxCourse(aSavedCourse({ name: 'Over the pass' }), 'track')].join('')
    await mia
      .getByLabel('Files with courses')
      .setInputFiles([fileOf('pass.gpx', gpx), fileOf('broken.gpx', '<gpx>')])
    await mia.getByText('1 course saved.').waitFor()
    await mia.getByText('broken.gpx').waitFor()
    await cards().getByText('Over the pass').waitFor()

    const dropped = await mia.evaluateHandle(
      (text) => {
        const data = new DataTransfer()
        data.items.add(new File([text], 'lake.gpx'))
        return data
      },
      gpx.replaceAll('Over the pass', 'Round of the lakes'),
    )
    await mia.dispatchEvent('body', 'drop', { dataTransfer: dropped })
    await cards().getByText('Round of the lakes').waitFor()
    await eventually(() => cards().getByRole('listitem').count()).toBe(2)
    await expectAccessible(mia)
  })

  test('are searched by name', async () => {
    const search = mia.getByRole('searchbox', { name: 'Search by name' })
    await search.fill('PASS')
    await eventually(() => cards().getByRole('listitem').count()).toBe(1)
    await search.fill('desert')
    await mia.getByText('No course has such a name.').waitFor()
    await search.fill('')
    await eventually(() => cards().getByRole('listitem').count()).toBe(2)
    expect(await search.evaluate((field) => field === document.activeElement)).toBe(true)
  })

  test('have a page with a map, an elevation profile, waypoints and downloads', async () => {
    const { open, call, expectAccessible } = world()
    const profile = mia.getByRole('region', { name: 'Elevation profile' })
    const labels = async () =>
      (await profile.locator('span').allTextContents()).filter((text) => /^[\d,]+ \w+$/.test(text))
    await cards().getByText('Over the pass').click()
    await heading('Over the pass').waitFor()
    await mia.getByRole('region', { name: 'Map', exact: false }).locator('path.mp-route').waitFor()
    await mia.getByRole('heading', { name: 'Elevation profile' }).waitFor()
    await mia.getByText('Turn left at the chapel').waitFor()
    await expectAccessible(mia)
    await eventually(labels).toEqual([
      ...['300 m', '350 m', '400 m', '450 m', '500 m'],
      ...['0 km', '5 km', '10 km'],
    ])
    await call('mia', 'POST', '/auth/profile/edit/preferences', { imperial_units: true })
    await open(mia, new URL(mia.url()).pathname)
    await eventually(labels).toEqual([
      ...['800 ft', '1,000 ft', '1,200 ft', '1,400 ft', '1,600 ft', '1,800 ft'],
      ...['0 mi', '2 mi', '4 mi', '6 mi'],
    ])
    await call('mia', 'POST', '/auth/profile/edit/preferences', { imperial_units: false })
    for (const [name, ending] of [
      ['FIT', 'fit'],
      ['GPX', 'gpx'],
      ['TCX', 'tcx'],
    ] as const) {
      const saving = mia.waitForEvent('download')
      await button(name).click()
      const file = await saving
      expect(file.suggestedFilename()).toBe(`Over the pass.${ending}`)
      const bytes = readFileSync(await file.path())
      expect((await readCourse(`x.${ending}`, bytes)).size).toBe(500)
    }
  })

  test('are renamed and deleted', async () => {
    const form = mia.getByRole('form', { name: 'Edit course' })
    await form.getByLabel('Name of the course').fill(' ')
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByText('Enter a name for the course').waitFor()
    await form.getByLabel('Name of the course').fill('The old pass')
    await form.getByRole('button', { name: 'Save' }).click()
    await heading('The old pass').waitFor()
    await button('Delete course').click()
    await mia.getByRole('dialog').getByRole('button', { name: 'Delete course' }).click()
    await heading('Courses').waitFor()
    await eventually(() => cards().getByRole('listitem').count()).toBe(1)
  })

  test('are saved from a workout, whose page then shows them', async () => {
    const { open, expectAccessible } = world()
    await open(mia, `/workouts/${workout}`)
    const course = async () => {
      await button('More actions').click()
      await button('Course…').click()
      return mia.getByRole('dialog', { name: 'Course' })
    }
    const dialog = await course()
    await dialog.getByLabel('Name of the course').fill('My evening round')
    await expectAccessible(mia)
    await dialog.getByRole('button', { name: 'Save as course' }).click()
    await heading('My evening round').waitFor()

    await open(mia, `/workouts/${workout}`)
    const planned = mia.getByRole('region', { name: 'Planned course' })
    await planned.getByText('100% followed').waitFor()
    await mia.locator('path.mp-planned').waitFor({ state: 'attached' })
    await expectAccessible(mia)
    await planned.getByRole('button', { name: 'No, another way' }).click()
    await planned.waitFor({ state: 'detached' })

    const choice = (await course()).getByLabel('Planned course')
    await choice.selectOption('Round of the lakes')
    await mia.getByRole('dialog').getByText('Saved.').waitFor()
    await choice.selectOption('My evening round')
    await mia.keyboard.press('Escape')
    await planned.getByText('100% followed').waitFor()
    expect(await planned.getByRole('button').count()).toBe(0)
  })
})
