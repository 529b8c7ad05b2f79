import { describe, expect, test } from 'bun:test'
import type { Message, Recipient } from '@/services/mail/message'
import {
  appealRejected,
  contentSuspension,
  contentUnsuspension,
  type SanctionedContent,
  userSuspension,
  userUnsuspension,
  userWarning,
  userWarningLifting,
} from '@/services/mail/messages/moderation'
import { writeMail } from '@/services/mail/render'

const URL = 'https://run.example'
const sam: Recipient = {
  username: 'sam',
  email: 'sam@example.com',
  language: 'en',
  timezone: 'Europe/Paris',
  date_format: 'yyyy-MM-dd',
}
const date = Date.parse('2024-07-14T12:00:00Z')
const comment: SanctionedContent = {
  kind: 'comment',
  text: 'bad <b>words\nand more',
  date,
  path: '/workouts/w1/comments/c1',
}
const workout: SanctionedContent = {
  kind: 'workout',
  title: 'bad "title"',
  date,
  path: '/workouts/w1',
  mapPath: '/api/workouts/map/m1',
}
const reason = 'this is <not> nice'
const COMMENT = ['The comment of 2024-07-14 - 14:00:00:', '> bad <b>words', '> and more']
const WORKOUT = ['The workout “bad "title"” of 2024-07-14 - 14:00:00', '/api/workouts/map/m1']
const REASON = ['Reason given:', '> this is <not> nice']

const MESSAGES: [subject: string, message: Message, says: string[], links: string[]][] = [
  ['Your account has been suspended', userSuspension(reason), REASON, ['/profile/suspension']],
  ['Your account has been suspended', userSuspension(null), [], ['/profile/suspension']],
  ['Your account has been reactivated', userUnsuspension(reason), REASON, []],
  [
    'Warning for sam',
    userWarning({ reason, content: undefined, id: 'a1' }),
    REASON,
    ['/profile/moderation/sanctions/a1'],
  ],
  [
    'Warning for sam',
    userWarning({ reason, content: comment, id: 'a1' }),
    [...REASON, ...COMMENT],
    ['/workouts/w1/comments/c1', '/profile/moderation/sanctions/a1'],
  ],
  [
    'Warning for sam',
    userWarning({ reason: null, content: workout, id: 'a1' }),
    WORKOUT,
    ['/api/workouts/map/m1', '/workouts/w1', '/profile/moderation/sanctions/a1'],
  ],
  ['Warning for sam lifted', userWarningLifting(comment), COMMENT, ['/workouts/w1/comments/c1']],
  ['Warning for sam lifted', userWarningLifting(undefined), [], []],
  [
    'Your comment has been suspended',
    contentSuspension({ reason, content: comment }),
    [...REASON, ...COMMENT],
    ['/workouts/w1/comments/c1'],
  ],
  [
    'Your workout has been suspended',
    contentSuspension({ reason, content: { ...workout, mapPath: undefined } }),
    REASON,
    ['/workouts/w1'],
  ],
  [
    'The suspension on your comment has been lifted',
    contentUnsuspension({ reason, content: comment }),
    [...REASON, ...COMMENT],
    ['/workouts/w1/comments/c1'],
  ],
  [
    'The suspension on your workout has been lifted',
    contentUnsuspension({ reason: null, content: workout }),
    WORKOUT,
    ['/api/workouts/map/m1', '/workouts/w1'],
  ],
  ...(['user_suspension', 'user_warning', 'comment_suspension', 'workout_suspension'] as const).map(
    (against): (typeof MESSAGES)[number] => [
      'Appeal rejected',
      appealRejected({
        against,
        reason,
        content: against.startsWith('comment') ? comment : undefined,
      }),
      against.startsWith('comment') ? [...REASON, ...COMMENT] : REASON,
      [],
    ],
  ),
]

describe.each(MESSAGES)('%s', (subject, message, says, links) => {
  const mail = writeMail(message, sam, URL)

  test('has its subject and the links it needs', () => {
    expect(mail.subject).toBe(`Milepost - ${subject}`)
    const found = [...mail.text.matchAll(/https:\S+/g)].map(([link]) => link)
    expect(found).toEqual([...links.map((path) => `${URL}${path}`), URL])
    for (const path of links) expect(mail.html).toContain(`"${URL}${path}"`)
  })

  test('contains its object and no HTML of users', () => {
    for (const words of says) expect(mail.text).toContain(words)
    expect(mail.text).not.toMatch(/\{|\}|undefined|null/)
    expect(mail.html).not.toMatch(/<b>|<not>|"title"/)
    for (const words of says) expect(mail.html).toContain(inHtml(words))
  })

  test('is translated', () => {
    const written = ['en', 'fr', 'de'].map((language) =>
      writeMail(message, { ...sam, language }, URL),
    )
    expect(new Set(written.map((one) => one.subject)).size).toBe(3)
    expect(new Set(written.map((one) => one.text)).size).toBe(3)
  })
})

/** A line of the text form as it appears in the HTML form. */
const inHtml = (words: string) => Bun.escapeHTML(words.replace(/^> /, ''))
