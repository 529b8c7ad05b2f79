import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { describeInBrowser } from '../support/browser-world'
import { eventually } from '../support/eventually'

describeInBrowser('keys and search in a browser', (world) => {
  let dan: Page

  beforeAll(async () => {
    dan = await world().pageOf('dan')
    await world().pageOf('daniela')
    await world().call('daniela', 'POST', '/auth/profile/edit/preferences', {
      hide_profile_in_users_directory: false,
    })
    for (const [index, name] of ['Over the pass', 'Round the lake', 'To the sea'].entries())
      await world().ride('dan', { name, start: new Date(Date.UTC(2026, 4, index + 1, 8)) })
  })

  const open = async (path: string) => {
    await world().open(dan, path)
    await dan
      .getByRole('complementary', { name: 'Uploads and notices' })
      .waitFor({ state: 'attached' })
  }
  const palette = () => dan.getByRole('dialog', { name: 'Search and navigate' })
  const field = () => palette().getByRole('combobox')
  const help = () => dan.getByRole('dialog', { name: 'Keyboard' })
  const path = () => new URL(dan.url()).pathname
  const focused = () => dan.evaluate(() => document.activeElement?.textContent)

  test('Ctrl+K searches screens, and Enter opens one', async () => {
    await open('/')
    await dan.keyboard.press('Control+k')
    await palette().getByRole('option', { name: 'Statistics' }).waitFor()
    await world().expectAccessible(dan)
    await field().fill('records')
    await palette().getByText('One result').waitFor()
    await dan.keyboard.press('Enter')
    await dan.waitForURL('**/records')
    await palette().waitFor({ state: 'detached' })
  })

  test('what is typed before the search is loaded reaches the search, and no shortcut', async () => {
    const loading = Promise.withResolvers<void>()
    await dan.route('**/assets/tools-*.js', async (route) => {
      await loading.promise
      await route.continue()
    })
    // The network is never idle while the tools are loading.
    await dan.goto(world().server.url)
    await dan.getByRole('heading', { name: 'Your log' }).waitFor()
    await dan.keyboard.press('Control+k')
    await dan.keyboard.type('nlakx')
    await dan.keyboard.press('Backspace')
    await dan.keyboard.press('Enter')
    expect(path()).toBe('/')
    loading.resolve()
    await eventually(() => field().inputValue()).toBe('nlak')
    await dan.keyboard.type('e')
    await eventually(() => field().inputValue()).toBe('nlake')
    await dan.unroute('**/assets/tools-*.js')
    await dan.keyboard.press('Escape')
    await palette().waitFor({ state: 'detached' })
  })

  test('the search distinguishes workouts with the same title', async () => {
    await dan.getByRole('button', { name: 'Search and navigate' }).click()
    await field().fill('lake')
    const lake = palette().getByRole('option', { name: 'Round the lake' })
    await eventually(() => lake.textContent()).toMatch(/Sat .*2026 · [\d.]+ km/)
    await lake.locator('svg[data-kind="route"]').waitFor()
    await dan.keyboard.press('Escape')
    await palette().waitFor({ state: 'detached' })
  })

  test('the search finds workouts of a sport, workouts by title, and users', async () => {
    await dan.keyboard.press('/')
    await field().fill('cyclíng sport')
    await palette().getByRole('option', { name: 'Cycling (Sport)' }).click()
    await dan.waitForURL('**/workouts?sport_id=1')
    await dan.getByRole('button', { name: 'Search and navigate' }).click()
    await field().fill('lake')
    await palette().getByRole('option', { name: 'Round the lake' }).waitFor()
    await world().expectAccessible(dan)
    await dan.keyboard.press('Enter')
    await dan.getByRole('heading', { name: 'Round the lake' }).waitFor()
    await dan.keyboard.press('Control+k')
    await field().fill('daniel')
    await palette().getByRole('option', { name: 'daniela' }).click()
    await dan.waitForURL('**/users/daniela')
  })

  test('the results are navigated with arrow keys and closed with Escape', async () => {
    await dan.keyboard.press('Control+k')
    const chosen = palette().getByRole('option', { selected: true })
    await chosen.getByText('Log').waitFor()
    await dan.keyboard.press('ArrowDown')
    await chosen.getByText('Workouts').waitFor()
    await eventually(() => field().getAttribute('aria-activedescendant')).toBe(
      await chosen.getAttribute('id'),
    )
    await dan.keyboard.press('ArrowUp')
    await dan.keyboard.press('ArrowUp')
    await chosen.getByText('Privacy policy').waitFor()
    await field().fill('no such thing anywhere')
    await palette().getByText('Nothing found').waitFor()
    await dan.keyboard.press('Escape')
    await palette().waitFor({ state: 'detached' })
  })

  test('j and k move through the list, n adds, and ? shows all keys', async () => {
    await open('/workouts')
    await dan.keyboard.press('j')
    await eventually(focused).toBe('To the sea')
    await dan.keyboard.press('j')
    await eventually(focused).toBe('Round the lake')
    await dan.keyboard.press('k')
    await eventually(focused).toBe('To the sea')
    await dan.keyboard.press('Enter')
    await dan.getByRole('heading', { name: 'To the sea' }).waitFor()
    await dan.keyboard.press('?')
    await help().getByText('Next in the list').waitFor()
    await world().expectAccessible(dan)
    await dan.keyboard.press('n')
    expect(path()).not.toBe('/workouts/add')
    await dan.keyboard.press('Escape')
    await help().waitFor({ state: 'detached' })
    await dan.keyboard.press('n')
    await dan.waitForURL('**/workouts/add')
  })

  test('keys work again as soon as a dialog is closed', async () => {
    await open('/statistics')
    await dan.keyboard.press('?')
    await help().getByRole('switch').waitFor()
    await dan.evaluate(() => {
      document.querySelector<HTMLDialogElement>('dialog[open]')?.close()
      const event = new KeyboardEvent('keydown', { key: 'n', bubbles: true, cancelable: true })
      document.activeElement?.dispatchEvent(event)
    })
    await dan.waitForURL('**/workouts/add')
  })

  test('letters typed in a field are not treated as keys', async () => {
    await open('/users')
    const name = dan.getByRole('searchbox', { name: 'Find people' })
    await name.pressSequentially('nj?')
    await eventually(() => name.inputValue()).toBe('nj?')
    expect(path()).toBe('/users')
    await eventually(() => help().count()).toBe(0)
  })

  test('single keys can be turned off in this browser', async () => {
    await open('/profile/edit/preferences')
    await dan.getByRole('switch', { name: 'Single-key shortcuts' }).click()
    await open('/workouts')
    await dan.keyboard.press('n')
    await dan.keyboard.press('?')
    await dan.keyboard.press('Control+k')
    await palette().waitFor()
    expect(path()).toBe('/workouts')
    await eventually(() => help().count()).toBe(0)
  })
})
