import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { describeInBrowser } from '../support/browser-world'
import { eventually } from '../support/eventually'

const OPEN = {
  workouts_visibility: 'public',
  map_visibility: 'public',
  analysis_visibility: 'public',
}

describeInBrowser('moderation in a browser, from the report to the appeal', (world) => {
  let mia: Page
  let tom: Page
  let priya: Page
  let workout: string
  let advert: string

  beforeAll(async () => {
    const { pageOf, ride, call } = world()
    priya = await pageOf('priya', { role: 'moderator' })
    mia = await pageOf('mia')
    tom = await pageOf('tom')
    for (const name of ['mia', 'tom'])
      await call(name, 'POST', '/auth/profile/edit/preferences', OPEN)
    workout = await ride('mia', { name: 'Over the pass' })
    advert = await ride('tom', { name: 'Advert', seed: 3 })
    await call('tom', 'POST', `/workouts/${workout}/comments`, {
      text: 'Slow **and** ugly',
      text_visibility: 'public',
    })
  })

  const comment = (page: Page) => page.getByRole('listitem').filter({ hasText: 'tom' })
  const region = (page: Page, name: string) => page.getByRole('region', { name })

  const report = async (page: Page, why: string) => {
    await page.getByRole('dialog').getByLabel('What is wrong?').fill(why)
    await page.getByRole('button', { name: 'Send report' }).click()
    await page.getByText('Thank you. A moderator will look at it.').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click()
  }

  test('a comment, a workout and a user are reported', async () => {
    await world().open(mia, `/workouts/${workout}`)
    await eventually(() => comment(mia).getByRole('strong').textContent()).toBe('and')
    await comment(mia).getByRole('button', { name: 'Report' }).click()
    await world().expectAccessible(mia)
    await report(mia, 'Rude')
    await world().open(mia, '/users/tom')
    await mia.getByRole('button', { name: 'Report' }).click()
    await report(mia, 'A bot')
    await mia.getByRole('link', { name: 'Advert' }).click()
    await mia.getByRole('button', { name: 'Report' }).click()
    await report(mia, 'Sells things')
  })

  test('the same object cannot be reported twice', async () => {
    await mia.getByRole('button', { name: 'Report' }).click()
    await mia.getByLabel('What is wrong?').fill('Again')
    await mia.getByRole('button', { name: 'Send report' }).click()
    await mia.getByRole('alert').waitFor()
    await mia.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  })

  test('a moderator is notified, finds the reports and filters them', async () => {
    await world().open(priya, '/notifications')
    await priya
      .getByText(/^mia reported a (comment|workout|member)$/)
      .first()
      .waitFor()
    await world().open(priya, '/admin')
    await priya.getByRole('link', { name: /open reports?$/ }).click()
    const cards = priya.getByRole('list', { name: 'Reports' }).getByRole('listitem')
    await cards.nth(2).waitFor()
    await world().expectAccessible(priya)
    await priya.getByRole('combobox', { name: 'About' }).click()
    await priya.getByRole('option', { name: 'Comment' }).click()
    await priya.waitForURL(/object_type=comment/)
    await cards.filter({ hasText: 'Rude' }).waitFor()
    await eventually(() => cards.count()).toBe(1)
    await priya.getByRole('link', { name: 'Report 1' }).click()
  })

  test('the report shows its object; a comment is added to it', async () => {
    const about = region(priya, 'What it is about')
    await about.getByText('Slow').waitFor()
    await about.getByRole('link', { name: 'Open the workout' }).waitFor()
    await priya.getByLabel('Note', { exact: true }).fill('Not the first time')
    await priya.getByRole('button', { name: 'Add note', exact: true }).click()
    await region(priya, 'History').getByText('Not the first time').waitFor()
    await world().expectAccessible(priya)
  })

  const decide = async (what: string, reason: string) => {
    await priya.getByRole('button', { name: what }).click()
    await priya.getByLabel('Reason').fill(reason)
    await priya.getByRole('dialog').getByRole('button', { name: what }).click()
    await priya.getByRole('dialog').waitFor({ state: 'detached' })
  }

  test('the comment is suspended, its author is warned, and the report is resolved', async () => {
    await decide('Suspend the comment', 'Insults')
    await region(priya, 'History').getByText('Comment suspended').waitFor()
    const note = priya.getByLabel('Note', { exact: true })
    await note.fill('Done')
    await decide('Send a warning', 'Be kind')
    await region(priya, 'History').getByText('Warning sent').waitFor()
    // Unfinished input stays when something else is decided, by this or another moderator.
    expect(await note.inputValue()).toBe('Done')
    await priya.getByRole('button', { name: 'Add note and resolve' }).click()
    await region(priya, 'History').getByText('Report resolved').waitFor()
    await eventually(() => note.inputValue()).toBe('')
    await world().open(mia, `/workouts/${workout}`)
    await comment(mia).getByText('This comment was suspended by a moderator.').waitFor()
    expect(await comment(mia).getByRole('button').count()).toBe(0)
  })

  test('the author appeals against both', async () => {
    await world().open(tom, '/notifications')
    await tom
      .getByRole('listitem')
      .filter({ hasText: 'A moderator sent you a warning' })
      .getByRole('button')
      .click()
    await tom.getByText('Reason: Be kind').waitFor()
    await tom.getByLabel('Why the decision is wrong').fill('It was meant kindly')
    await world().expectAccessible(tom)
    await tom.getByRole('button', { name: 'Appeal' }).click()
    await tom.getByText('You have appealed. A moderator will decide.').waitFor()
    await world().open(tom, `/workouts/${workout}`)
    await tom.getByLabel('Why the decision is wrong').fill('Art')
    await tom.getByRole('button', { name: 'Appeal' }).click()
    await tom.getByText('You have appealed. A moderator will decide.').waitFor()
  })

  test('one appeal is approved, the other rejected', async () => {
    await world().open(priya, '/admin')
    await priya.getByRole('link', { name: 'Appeals (2)' }).waitFor()
    await priya.getByRole('link', { name: '2 waiting appeals' }).click()
    await priya.getByText('Art', { exact: true }).waitFor()
    await world().expectAccessible(priya)
    await priya
      .getByRole('link', { name: /^Report \d/ })
      .first()
      .click()
    const appeals = priya.getByRole('group', { name: 'Appeal' })
    await appeals.filter({ hasText: 'Art' }).getByLabel('Answer').fill('No')
    await appeals.filter({ hasText: 'Art' }).getByRole('button', { name: 'Reject' }).click()
    await appeals.filter({ hasText: 'Art' }).getByText('Rejected').waitFor()
    await appeals.filter({ hasText: 'kindly' }).getByLabel('Answer').fill('All right')
    await appeals.filter({ hasText: 'kindly' }).getByRole('button', { name: 'Approve' }).click()
    await region(priya, 'History').getByText('Warning lifted').waitFor()
  })

  test('a workout and an account are suspended; their owner sees only the available actions', async () => {
    await world().open(priya, '/admin/reports?object_type=workout')
    await priya.getByRole('link', { name: 'Report 3' }).click()
    await region(priya, 'What it is about').getByRole('img').last().waitFor()
    await decide('Suspend the workout', 'Spam')
    await world().open(tom, '/about')
    await decide('Suspend the account', 'Spam only')
    await tom.getByRole('link', { name: 'Workouts' }).first().click()
    await tom.getByRole('link', { name: 'Read why, and appeal' }).waitFor()
    for (const path of ['/workouts/add', '/statistics', '/notifications', `/workouts/${advert}`]) {
      await world().open(tom, path)
      await tom.getByRole('link', { name: 'Read why, and appeal' }).first().waitFor()
    }
    await world().open(tom, '/')
    await tom.getByRole('heading', { name: 'Your account is suspended' }).waitFor()
    await world().expectAccessible(tom)
    await tom.getByRole('link', { name: 'Read why, and appeal' }).click()
    await tom.getByText('Reason: Spam only').waitFor()
    await tom.getByLabel('Why the decision is wrong').fill('I will stop')
    await tom.getByRole('button', { name: 'Appeal' }).click()
    await tom.getByText('You have appealed. A moderator will decide.').waitFor()
  })

  test('the account is restored by an appeal; its page shows moderators the history', async () => {
    await priya.reload()
    await priya.getByLabel('Answer').fill('Last chance')
    await priya.getByRole('button', { name: 'Approve' }).click()
    await region(priya, 'History').getByText('Account active again').waitFor()
    await world().open(tom, '/')
    await tom.getByRole('heading', { name: 'Your log' }).waitFor()
    await world().open(priya, '/users/tom')
    await priya.getByRole('link', { name: 'Moderation', exact: true }).click()
    const decisions = region(priya, 'Decisions of moderators')
    await decisions.getByRole('link', { name: 'Account suspended' }).waitFor()
    await eventually(() => decisions.textContent()).toContain('Reported 3 times')
    await world().expectAccessible(priya)
  })

  test('the suspended workout is still visible to its owner, who appeals on its page', async () => {
    await world().open(tom, `/workouts/${advert}`)
    await tom.getByText('Reason: Spam', { exact: true }).waitFor()
    await tom.getByLabel('Why the decision is wrong').fill('It is a ride')
    await world().expectAccessible(tom)
    await tom.getByRole('button', { name: 'Appeal' }).click()
    await tom.getByText('You have appealed. A moderator will decide.').waitFor()
  })
})
