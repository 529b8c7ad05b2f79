import { expect, test } from 'bun:test'
import { writeTo } from '@/store/db/connections/transact'
import { updateUser } from '@/store/db/queries/accounts/users'
import type { ActionType } from '@/store/db/schema/columns'
import { startMailbox } from '../support/mailbox'
import { startModeration } from '../support/moderation'

async function withMail() {
  const mailbox = await startMailbox()
  const moderation = await startModeration({ mail: mailbox.settings })
  return {
    ...moderation,
    /** The messages that Bob has received. */
    mails: async () => {
      await moderation.ctx.mail.idle()
      return mailbox.to(moderation.bob.email)
    },
    others: () => mailbox.mails.filter(({ to }) => !to.includes(moderation.bob.email)),
  }
}

const LIFTED: Partial<Record<ActionType, ActionType>> = {
  user_unsuspension: 'user_suspension',
  comment_unsuspension: 'comment_suspension',
  workout_unsuspension: 'workout_suspension',
}

test.each<[ActionType, string, RegExp]>([
  ['user_suspension', 'Your account has been suspended', /\/profile\/suspension/],
  ['user_unsuspension', 'Your account has been reactivated', /as before/],
  ['user_warning', 'Warning for bob', /\/profile\/moderation\/sanctions\/\w{22}/],
  ['comment_suspension', 'Your comment has been suspended', /> bad words[\s\S]*comments\/\w{22}/],
  ['comment_unsuspension', 'The suspension on your comment has been lifted', /> bad words/],
  ['workout_suspension', 'Your workout has been suspended', /“bad one” of 05\/04\/2024 - 10:00:00/],
  ['workout_unsuspension', 'The suspension on your workout has been lifted', /“bad one”/],
])('a %s is mailed to the user it affects', async (type, subject, words) => {
  const { acted, mails, others } = await withMail()
  const before = LIFTED[type]
  if (before) await acted(before)
  await acted(type, { reason: 'enough\nis enough' })
  const mail = (await mails()).at(-1)
  expect(mail?.subject).toBe(`Milepost - ${subject}`)
  expect(mail?.text).toContain('> enough\n> is enough')
  expect(mail?.text).toMatch(words)
  expect(others()).toEqual([])
})

test('a warning contains the comment as plain text', async () => {
  const { ctx, send, mails, mod, comment, reports } = await withMail()
  const text = 'first<br>second &amp; <a href="https://x.example">third</a>'
  await ctx.db.updateTable('comments').set({ text }).where('id', '=', comment.id).execute()
  const json = { action_type: 'user_warning', username: 'bob' }
  await send('POST', `/api/reports/${reports.comment.id}/actions`, mod, json)
  const [mail] = await mails()
  expect(mail?.text).toContain('> first\n> second & third')
  expect(mail?.text).toContain(`/comments/${comment.short_id}\n`)
})

test('a comment is mailed without its workout after that is deleted', async () => {
  const { ctx, acted, mails, comment } = await withMail()
  await ctx.db.deleteFrom('workouts').execute()
  await acted('comment_suspension')
  const [mail] = await mails()
  expect(mail?.text).toContain(`http://localhost/comments/${comment.short_id}`)
})

test('a workout without a title is named by its sport and shown with its map under a new id', async () => {
  const { ctx, acted, mails } = await withMail()
  await ctx.db.updateTable('workouts').set({ title: '', map_id: 'abc' }).execute()
  await acted('workout_suspension')
  const [mail] = await mails()
  expect(mail?.text).toContain('“Cycling (Sport)”')
  const { map_id } = await ctx.db.selectFrom('workouts').select('map_id').executeTakeFirstOrThrow()
  expect(map_id).not.toBe('abc')
  expect(mail?.html).toContain(`<img src="http://localhost/api/workouts/map/${map_id}"`)
})

test('the message is in the language and time zone of its recipient', async () => {
  const { ctx, acted, mails, bob } = await withMail()
  await writeTo(ctx.db, (tx) =>
    updateUser(tx, bob.id, {
      ...{ language: 'de', timezone: 'America/New_York', date_format: 'yyyy-MM-dd' },
    }),
  )
  await acted('workout_suspension')
  const [mail] = await mails()
  expect(mail?.subject).toBe('Milepost - Dein Training wurde gesperrt')
  expect(mail?.text).toContain('2024-05-04 - 04:00:00')
})

test.each<[ActionType, string]>([
  ['user_suspension', 'Your account has been reactivated'],
  ['user_warning', 'Warning for bob lifted'],
  ['comment_suspension', 'The suspension on your comment has been lifted'],
  ['workout_suspension', 'The suspension on your workout has been lifted'],
])('the decision on an appeal against a %s is mailed', async (type, approval) => {
  for (const approved of [true, false]) {
    const { acted, send, mails, bob, mod, comment, workout, look } = await withMail()
    const { id } = await acted(type)
    const paths: Partial<Record<ActionType, string>> = {
      user_suspension: '/api/auth/account/suspension/appeal',
      user_warning: `/api/auth/account/sanctions/${id}/appeal`,
      comment_suspension: `/api/comments/${comment.short_id}/suspension/appeal`,
      workout_suspension: `/api/workouts/${workout.short_id}/suspension/appeal`,
    }
    await send('POST', paths[type] ?? '', bob, { text: 'why?' })
    const on = type.split('_')[0] as 'user' | 'comment' | 'workout'
    const { appeal } = (await look(on)).report_actions[0]
    const decision = { approved, reason: 'because' }
    await send('PATCH', `/api/appeals/${appeal.id}`, mod, decision)
    const [first, second, ...more] = await mails()
    expect([first?.subject === second?.subject, more]).toEqual([false, []])
    expect(second?.subject).toBe(`Milepost - ${approved ? approval : 'Appeal rejected'}`)
    if (!approved || type !== 'user_warning') expect(second?.text).toContain('> because')
  }
})

test('moderation works without mail', async () => {
  const { ctx, acted } = await startModeration()
  await acted('user_suspension')
  expect(await ctx.db.selectFrom('mail_outbox').selectAll().execute()).toEqual([])
})
