import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { describeInBrowser } from '../support/browser-world'
import { eventually } from '../support/eventually'

const OPEN = {
  workouts_visibility: 'public',
  map_visibility: 'public',
  analysis_visibility: 'public',
}

describeInBrowser('moderation without a report', (world) => {
  let tom: Page
  let priya: Page
  let workout: string

  beforeAll(async () => {
    const { pageOf, ride, call } = world()
    priya = await pageOf('priya', { role: 'moderator' })
    tom = await pageOf('tom')
    await pageOf('olga', { role: 'admin' })
    await call('tom', 'POST', '/auth/profile/edit/preferences', OPEN)
    workout = await ride('tom', { name: 'Advert', seed: 3 })
    await call('tom', 'POST', `/workouts/${workout}/comments`, {
      text: 'Buy my bikes',
      text_visibility: 'public',
    })
  })

  const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
  const dialog = (page: Page) => page.getByRole('dialog')
  const closed = (page: Page) => dialog(page).waitFor({ state: 'detached' })

  test('a moderator warns a member with a ready-made text', async () => {
    await world().open(priya, '/users/tom')
    await priya.getByRole('link', { name: 'Moderation', exact: true }).click()
    await priya.getByRole('heading', { name: 'tom', level: 1 }).waitFor()
    await region(priya, 'Recent public content').getByText('Buy my bikes').waitFor()
    await world().expectAccessible(priya)
    await region(priya, 'Decide').getByRole('button', { name: 'Send a warning' }).click()
    await dialog(priya).getByRole('combobox', { name: 'Ready-made text' }).click()
    await priya.getByRole('option', { name: 'Advertising' }).click()
    await eventually(() => dialog(priya).getByLabel('Reason').inputValue()).toContain(
      'used this server for advertising',
    )
    await world().expectAccessible(priya)
    await dialog(priya).getByRole('button', { name: 'Send a warning' }).click()
    await closed(priya)
    await region(priya, 'Decisions of moderators')
      .getByRole('link', { name: 'Warning sent' })
      .waitFor()
  })

  test('a note stays among moderators', async () => {
    const notes = region(priya, 'Notes')
    await notes.getByLabel('Note', { exact: true }).fill('Sells bikes')
    await notes.getByRole('button', { name: 'Add note' }).click()
    await notes.getByRole('listitem').getByText('Sells bikes').waitFor()
    await notes.getByRole('button', { name: 'Delete' }).click()
    await dialog(priya).getByRole('button', { name: 'Delete' }).click()
    await notes.getByText('No notes yet.').waitFor()
  })

  test('a comment is suspended in place, and shown again on the page of its author', async () => {
    await world().open(priya, `/workouts/${workout}`)
    const comment = priya.getByRole('listitem').filter({ hasText: 'Buy my bikes' })
    await comment.getByRole('button', { name: 'Moderate' }).click()
    await dialog(priya).getByRole('button', { name: 'Suspend the comment' }).click()
    await closed(priya)
    await priya.getByText('This comment was suspended by a moderator.').waitFor()
    await world().open(priya, '/admin/members/tom')
    const content = region(priya, 'Recent public content')
    await content.getByRole('button', { name: 'Show the comment again' }).click()
    await dialog(priya).getByRole('button', { name: 'Show the comment again' }).click()
    await closed(priya)
    await content.getByRole('button', { name: 'Suspend the comment' }).waitFor()
  })

  test('a workout is suspended from its menu', async () => {
    await world().open(priya, `/workouts/${workout}`)
    await priya.getByRole('button', { name: 'More actions' }).click()
    await priya.getByRole('button', { name: 'Moderate' }).first().click()
    await dialog(priya).getByRole('combobox', { name: 'What to do' }).waitFor()
    await world().expectAccessible(priya)
    await dialog(priya).getByRole('button', { name: 'Suspend the workout' }).click()
    await priya.getByRole('heading', { name: 'tom', level: 1 }).waitFor()
    await region(priya, 'Recent public content')
      .getByRole('button', { name: 'Show the workout again' })
      .waitFor()
  })

  test('the member appeals against the warning, and the appeal is counted and decided', async () => {
    await world().open(tom, '/notifications')
    await tom
      .getByRole('listitem')
      .filter({ hasText: 'A moderator sent you a warning' })
      .getByRole('button')
      .click()
    await tom.getByLabel('Why the decision is wrong').fill('I give them away')
    await tom.getByRole('button', { name: 'Appeal' }).click()
    await tom.getByText('You have appealed. A moderator will decide.').waitFor()
    await world().open(priya, '/admin')
    await priya.getByRole('link', { name: 'Appeals (1)' }).click()
    const card = priya.getByRole('listitem').filter({ hasText: 'I give them away' })
    await card.getByText('used this server for advertising').waitFor()
    await world().expectAccessible(priya)
    await card.getByLabel('Answer').fill('Fine')
    await card.getByRole('button', { name: 'Approve' }).click()
    await priya.getByText('No appeals are waiting.').waitFor()
    await priya.getByRole('link', { name: 'Appeals', exact: true }).waitFor()
  })

  test('a report is assigned', async () => {
    await world().open(priya, '/admin/reports?order=asc')
    await priya.getByText('Without a report').first().waitFor()
    await priya.getByRole('link', { name: 'Report 1', exact: true }).click()
    const panel = region(priya, 'Assigned to')
    await panel.getByRole('button', { name: 'Assign to me' }).click()
    await panel.getByRole('button', { name: 'Assign to me' }).waitFor({ state: 'detached' })
    await panel.getByRole('combobox').click()
    await priya.getByRole('option', { name: 'olga' }).click()
    await panel.getByRole('button', { name: 'Assign to me' }).waitFor()
    await world().open(priya, '/admin/reports')
    await priya.getByText('Assigned to: olga').waitFor()
    await priya.getByRole('combobox', { name: 'Assigned to' }).click()
    await priya.getByRole('option', { name: 'Me' }).click()
    await priya.getByText('No reports match.').waitFor()
  })

  test('a moderator is offered nothing against higher roles', async () => {
    await world().open(priya, '/admin/members/olga')
    await priya.getByText('You cannot act on this account').waitFor()
    expect(await region(priya, 'Decide').getByRole('button').count()).toBe(0)
  })

  test('a suspended member finds the appeal from each page', async () => {
    await world().open(priya, '/admin/members/tom')
    await region(priya, 'Decide').getByRole('button', { name: 'Suspend the account' }).click()
    await dialog(priya).getByRole('button', { name: 'Suspend the account' }).click()
    await closed(priya)
    for (const path of ['/', '/users/olga', '/about', '/profile/edit/account', '/profile/apps']) {
      await world().open(tom, path)
      await tom.getByRole('link', { name: 'Read why, and appeal' }).first().waitFor()
    }
    await world().open(tom, '/profile/edit/preferences')
    await tom.getByRole('heading', { name: 'Preferences' }).first().waitFor()
    expect(await tom.getByRole('switch', { name: 'someone follows me' }).count()).toBe(0)
    await world().expectAccessible(tom)
  })
})
