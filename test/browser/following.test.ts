import { beforeAll, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { describeInBrowser } from '../support/browser-world'
import { eventually } from '../support/eventually'

describeInBrowser('people in a browser', (world) => {
  let mia: Page
  let robin: Page
  let workout: string

  beforeAll(async () => {
    const { pageOf, ride } = world()
    mia = await pageOf('mia')
    robin = await pageOf('robin')
    workout = await ride(
      'mia',
      { name: 'Over the pass' },
      { workout_visibility: 'followers_only', description: 'Fog, *then* sun' },
    )
  })

  const comments = (page: Page) =>
    page.getByRole('region', { name: 'Comments' }).getByRole('listitem')

  test('a user asks to follow another, who accepts', async () => {
    await world().open(robin, '/users/mia')
    await robin.getByText('No workouts.').waitFor()
    await robin.getByRole('button', { name: 'Follow', exact: true }).click()
    await robin.getByRole('button', { name: 'Withdraw request' }).waitFor()
    await world().open(mia, '/')
    await mia.getByRole('link', { name: 'Notifications, some unread' }).click()
    await mia.getByText('robin wants to follow you').waitFor()
    await world().expectAccessible(mia)
    await mia.getByRole('button', { name: 'Open' }).click()
    const request = mia.getByRole('group', { name: 'robin' })
    await request.getByRole('button', { name: 'Accept' }).waitFor()
    await world().expectAccessible(mia)
    await request.getByRole('button', { name: 'Accept' }).click()
    await mia.getByRole('button', { name: 'Accept' }).waitFor({ state: 'detached' })
  })

  test('a follower finds the workout in the timeline, likes it and comments on it', async () => {
    await world().open(robin, '/')
    await robin.getByText('Everyone I follow').click()
    await robin.getByRole('link', { name: 'Over the pass' }).click()
    await eventually(() => robin.getByRole('emphasis').textContent()).toBe('then')
    await robin.getByRole('button', { name: 'Like', exact: true }).click()
    await robin.getByRole('button', { name: '1 like: show who' }).waitFor()
    await robin
      .getByRole('textbox', { name: 'Write a comment' })
      .fill('Well done @mia <img src=x onerror=alert(1)> & <3')
    await robin.getByRole('button', { name: 'Comment', exact: true }).click()
    const comment = comments(robin)
    await comment.waitFor()
    await eventually(() => comment.textContent()).toContain('Well done @mia')
    await eventually(() => comment.locator('img').count()).toBe(0)
    await eventually(() =>
      comment.getByRole('link', { name: '@mia' }).getAttribute('href'),
    ).toEndWith('/users/mia')
    await world().expectAccessible(robin)
  })

  test('an error of a like or a follow request is shown', async () => {
    const refuse = (path: string) =>
      robin.route(path, (route) =>
        route.fulfill({ status: 500, json: { status: 'error', message: 'no luck' } }),
      )
    await refuse('**/comments/*/like')
    await comments(robin).getByRole('button', { name: 'Like', exact: true }).click()
    await comments(robin).getByRole('alert').waitFor()
    await world().expectAccessible(robin)
    await world().open(robin, '/users/mia')
    await refuse('**/users/mia/unfollow')
    await robin.getByRole('button', { name: 'Unfollow' }).click()
    await robin.getByRole('alert').waitFor()
    await robin.getByRole('button', { name: 'Unfollow' }).waitFor()
    await robin.unrouteAll()
    await robin.goBack()
    await comments(robin).getByRole('button', { name: 'Edit' }).waitFor()
  })

  test('a comment is edited by its author', async () => {
    await comments(robin).getByRole('button', { name: 'Edit' }).click()
    const field = comments(robin).getByRole('textbox')
    await eventually(() => field.inputValue()).toBe('Well done @mia  & <3')
    await world().expectAccessible(robin)
    await field.fill('Well done @mia, **really**')
    await comments(robin).getByRole('button', { name: 'Save' }).click()
    await comments(robin).getByRole('strong').waitFor()
    await eventually(() => comments(robin).textContent()).toContain('edited')
  })

  test('the notification leads to the comment, which is liked', async () => {
    await world().open(mia, '/notifications')
    const entry = mia.getByRole('listitem').filter({ hasText: 'robin mentioned you' })
    await entry.getByRole('button', { name: 'Open' }).click()
    await comments(mia).filter({ hasText: 'Well done' }).waitFor()
    await eventually(() => mia.url()).toMatch(/\/workouts\/\w+#\w+$/)
    await comments(mia).getByRole('button', { name: 'Like', exact: true }).click()
    await comments(mia).getByRole('button', { name: '1 like: show who' }).click()
    await mia.getByRole('dialog').getByRole('link', { name: 'mia' }).waitFor()
    await world().expectAccessible(mia)
    await mia.keyboard.press('Escape')
    await mia
      .getByRole('banner')
      .or(mia.locator('article > header'))
      .getByRole('button', { name: '1 like: show who' })
      .click()
    await mia.getByRole('dialog').getByRole('link', { name: 'robin' }).waitFor()
    await mia.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await comments(mia).getByRole('button', { name: 'Unlike' }).click()
    await comments(mia).getByRole('button', { name: '0 likes' }).waitFor()
  })

  test('a profile shows the workouts that the reader may see', async () => {
    await world().open(robin, '/users/mia')
    await robin.getByRole('list', { name: 'Workouts' }).getByText('Over the pass').waitFor()
    await eventually(() => robin.getByLabel('Totals').textContent()).toStartWith('Workouts1')
    await robin.getByRole('link', { name: 'Farthest distance' }).waitFor()
    await world().expectAccessible(robin)
    const visitor = await world().visitor()
    await world().open(visitor, '/users/mia')
    await visitor.getByText('No workouts.').waitFor()
    await eventually(() => visitor.getByLabel('Totals').count()).toBe(0)
    await eventually(() => visitor.getByRole('button', { name: 'Report' }).count()).toBe(0)
    await world().expectAccessible(visitor)
  })

  test('a user unfollowed by mistake is followed again in the same list', async () => {
    await robin.getByRole('link', { name: 'One follower' }).click()
    await robin.getByRole('heading', { name: 'Followers of mia' }).waitFor()
    await world().open(robin, '/users/robin/following')
    await robin.getByRole('button', { name: 'Unfollow' }).click()
    await robin.getByRole('button', { name: 'Follow', exact: true }).waitFor()
    await world().expectAccessible(robin)
    await robin.getByRole('button', { name: 'Follow', exact: true }).click()
    await robin
      .getByRole('button', { name: 'Withdraw request' })
      .or(robin.getByRole('button', { name: 'Unfollow' }))
      .waitFor()
  })

  test('a blocked user no longer follows, until unblocked and accepted again', async () => {
    await world().open(mia, '/users/robin')
    await mia.getByRole('button', { name: 'Block' }).click()
    await mia.getByRole('button', { name: 'Unblock' }).waitFor()
    await mia.getByRole('button', { name: /^(Follow|Unfollow)$/ }).waitFor({ state: 'detached' })
    await world().open(robin, '/users/mia')
    await robin.getByText('No workouts.').waitFor()
    await world().open(mia, '/profile/blocked')
    await world().expectAccessible(mia)
    await mia.getByRole('button', { name: 'Unblock' }).click()
    await mia.getByRole('button', { name: 'Block', exact: true }).waitFor()
    await mia.reload()
    await mia.getByText('You have not blocked anyone.').waitFor()
  })

  test('a user is found by a part of the name', async () => {
    await world().call('robin', 'POST', '/auth/profile/edit/preferences', {
      hide_profile_in_users_directory: false,
    })
    await world().open(mia, '/users')
    await mia.getByRole('searchbox', { name: 'Find people' }).fill('OBI')
    await mia.getByRole('link', { name: 'robin' }).waitFor()
    await world().expectAccessible(mia)
  })

  test('a comment on a deleted workout has its own page', async () => {
    const list = (await world().call('mia', 'GET', `/workouts/${workout}/comments`)) as {
      data: { comments: { id: string }[] }
    }
    const id = list.data.comments[0]?.id
    await world().open(robin, `/comments/${id}`)
    await world().call('mia', 'DELETE', `/workouts/${workout}`)
    await world().open(robin, `/comments/${id}`)
    await robin.getByText('The workout it was written about no longer exists.').waitFor()
    await world().expectAccessible(robin)
    await robin.getByRole('button', { name: 'Delete' }).click()
    await robin.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await robin.getByRole('heading', { name: 'Page not found' }).waitFor()
  })
})
