import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { describeInBrowser } from '../support/browser-world'
import { eventually } from '../support/eventually'

const TYPED = 'A long way around the lake'

describeInBrowser('what was typed in a browser', (world) => {
  let kim: Page
  let workout: string

  const place = () => kim.getByLabel('Place')
  const save = () => kim.getByRole('button', { name: 'Save' })
  const question = () => kim.getByRole('dialog', { name: 'Discard your changes?' })
  const renewal = () => kim.getByRole('dialog', { name: 'Your session has ended' })

  /** A page whose session can end: the token is stored once, not for each document. */
  const logIn = async (): Promise<Page> => {
    const page = await world().visitor()
    await world().open(page, '/login')
    await page.getByLabel('Email').fill('kim@example.org')
    await page.getByRole('textbox', { name: 'Password' }).fill('a-long-password')
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByRole('link', { name: 'Workouts', exact: true }).first().waitFor()
    return page
  }

  beforeAll(async () => {
    await world().pageOf('kim')
    workout = await world().ride('kim', { name: 'Round the lake' })
    kim = await logIn()
  })

  test('is protected when the page is left or reloaded', async () => {
    await world().open(kim, '/profile/edit/profile')
    await place().fill(TYPED)
    await kim.getByRole('link', { name: 'Workouts', exact: true }).first().click()
    await question().waitFor()
    await world().expectAccessible(kim)
    await question().getByRole('button', { name: 'Keep editing' }).click()
    expect(await place().inputValue()).toBe(TYPED)
    const asked = kim.waitForEvent('dialog')
    await kim.evaluate(() => void setTimeout(() => location.reload()))
    const dialog = await asked
    expect(dialog.type()).toBe('beforeunload')
    await dialog.dismiss()
    expect(await place().inputValue()).toBe(TYPED)
    await kim.getByRole('link', { name: 'Workouts', exact: true }).first().click()
    await question().getByRole('button', { name: 'Discard changes' }).click()
    await kim.getByRole('heading', { level: 1, name: 'Workouts' }).waitFor()
  })

  test('stays in its form while a session that has ended is renewed, and is then saved', async () => {
    await world().open(kim, '/profile/edit/profile')
    await place().fill(TYPED)
    await kim.evaluate(() => {
      const token = localStorage.getItem('milepost.token') ?? ''
      return fetch('/api/auth/logout', {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
      })
    })
    await save().click()
    await renewal().waitFor()
    await world().expectAccessible(kim)
    const password = renewal().getByRole('textbox', { name: /^Password/ })
    await password.fill('a-wrong-password')
    await kim.keyboard.press('Enter')
    await renewal().getByRole('alert').waitFor()
    await password.fill('a-long-password')
    await kim.keyboard.press('Enter')
    await renewal().waitFor({ state: 'hidden' })
    await kim.getByText('Saved.', { exact: true }).waitFor()
    expect(await place().inputValue()).toBe(TYPED)
    const answer = (await world().call('kim', 'GET', '/auth/profile')) as {
      data: { location: string }
    }
    expect(answer.data.location).toBe(TYPED)
  })

  test('stays but is covered after logging out in another tab, unless another account logs in', async () => {
    const other = await kim.context().newPage()
    await world().open(other, '/')
    await place().fill('Typed before the logout')
    const token = await other.evaluate(() => localStorage.getItem('milepost.token') ?? '')
    await other.evaluate(() => localStorage.removeItem('milepost.token'))
    await renewal().waitFor()
    await other.evaluate((text) => localStorage.setItem('milepost.token', text), token)
    await renewal().waitFor({ state: 'hidden' })
    expect(await place().inputValue()).toBe('Typed before the logout')
    await world().pageOf('lea')
    const lea = await world().tokenOf('lea')
    await other.evaluate((text) => localStorage.setItem('milepost.token', text), lea)
    await eventually(() => place().inputValue()).toBe('')
    await other.close()
  })

  test('stays in the description of a workout: guarded, over a reload, and when it is rejected', async () => {
    const description = () => kim.getByRole('textbox', { name: 'Description' })
    const path = `**/api/workouts/${workout}`
    kim = await logIn()
    await world().open(kim, `/workouts/${workout}`)
    await kim.getByRole('button', { name: 'Edit description' }).click()
    await description().fill(TYPED)
    await kim.getByRole('link', { name: 'Workouts', exact: true }).first().click()
    await question().getByRole('button', { name: 'Keep editing' }).click()
    kim.once('dialog', (dialog) => dialog.accept())
    await kim.reload()
    await eventually(() => description().inputValue()).toBe(TYPED)
    await description().press('Escape')
    await question().getByRole('button', { name: 'Keep editing' }).click()
    await kim.route(path, (route) =>
      route.request().method() === 'PATCH' ? route.fulfill({ status: 500 }) : route.continue(),
    )
    await save().click()
    await kim.getByRole('alert').waitFor()
    await world().expectAccessible(kim)
    expect(await description().inputValue()).toBe(TYPED)
    await kim.unroute(path)
    await save().click()
    await kim.getByText(TYPED).waitFor()
    await eventually(() =>
      kim
        .getByRole('button', { name: 'Edit description' })
        .evaluate((button) => button === document.activeElement),
    ).toBe(true)
    await world().open(kim, `/workouts/${workout}`)
    expect(await description().count()).toBe(0)
    await kim.getByRole('button', { name: 'Edit description' }).click()
    await description().fill('Not this')
    await kim.getByRole('link', { name: 'Workouts', exact: true }).first().click()
    await question().getByRole('button', { name: 'Discard changes' }).click()
    await kim.getByRole('heading', { level: 1, name: 'Workouts' }).waitFor()
    await world().open(kim, `/workouts/${workout}`)
    await kim.getByText(TYPED).waitFor()
    expect(await description().count()).toBe(0)
  })

  test('stays in the title of a workout when the page is reloaded', async () => {
    const title = () => kim.getByRole('textbox', { name: 'Title' })
    await kim.getByRole('heading', { level: 1 }).getByRole('button').click()
    await title().fill(TYPED)
    kim.once('dialog', (dialog) => dialog.accept())
    await kim.reload()
    await eventually(() => title().inputValue()).toBe(TYPED)
    await title().press('Escape')
    await kim.getByRole('heading', { level: 1, name: 'Round the lake' }).waitFor()
    await world().open(kim, `/workouts/${workout}`)
    expect(await title().count()).toBe(0)
  })

  test('stays as a draft of a comment until it is sent or its user logs out', async () => {
    kim = await logIn()
    const comment = () => kim.getByRole('textbox', { name: 'Write a comment' })
    await world().open(kim, `/workouts/${workout}`)
    await comment().fill(TYPED)
    await world().open(kim, '/')
    await world().open(kim, `/workouts/${workout}`)
    expect(await comment().inputValue()).toBe(TYPED)
    await kim.getByRole('button', { name: /^Account/ }).click()
    await kim.getByRole('button', { name: 'Log out' }).click()
    await kim.getByRole('heading', { level: 1, name: 'Log in' }).waitFor()
    const stored = await kim.evaluate(() => Object.keys(localStorage).join())
    expect(stored).not.toContain('drafts')
  })
})
