import { describe, expect, test } from 'bun:test'
import { action, type Message, quote, type Recipient, text } from '@/services/mail/message'
import {
  accountConfirmation,
  dataExportReady,
  emailUpdateToCurrentEmail,
  emailUpdateToNewEmail,
  passwordChange,
  passwordResetRequest,
} from '@/services/mail/messages/account'
import { writeMail } from '@/services/mail/render'

const URL = 'https://run.example'
const sam: Recipient = {
  username: 'sam',
  email: 'sam@example.com',
  language: 'en',
  timezone: 'Europe/Paris',
  date_format: 'yyyy-MM-dd',
}
const device = { os: 'Linux', browser: 'Firefox' }

describe('an email', () => {
  test('has the same content as text and HTML', () => {
    const mail = writeMail(passwordResetRequest({ token: 'abc-_1', device }), sam, URL)
    expect(mail.to).toBe('sam@example.com')
    expect(mail.subject).toBe('Milepost - Password reset request')
    expect(mail.text).toBe(
      [
        'Hello sam,',
        'Someone asked for a new password for your account. The link is valid for an hour.',
        `Choose a new password:\n${URL}/password-reset?token=abc-_1`,
        'The request came from Firefox on Linux.',
        'If this was not you, ignore this message: your password does not change.',
        `-- \nSent by Milepost at ${URL}\n`,
      ].join('\n\n'),
    )
    expect(mail.html).toContain(`<a href="${URL}/password-reset?token=abc-_1"`)
    const words = mail.html.replace(/<[^>]*>/g, ' ')
    for (const said of ['Hello sam,', 'valid for an hour', 'Firefox on Linux', 'Sent by Milepost'])
      expect(words).toContain(said)
  })

  test('contains no HTML of users', () => {
    const bad = `<script>alert("x")</script>&'`
    const message: Message = () => ({
      subject: bad,
      blocks: [text(bad), quote(`${bad}\nsecond line`), action(bad, `${URL}/?a="><b>`)],
    })
    const { html, text: plain } = writeMail(message, sam, URL)
    expect(html).not.toMatch(/<script|<b>|"x"/)
    expect(html).toContain('&lt;script&gt;')
    expect(html).toContain('second line')
    expect(plain).toContain(`> ${bad}\n> second line`)
  })

  test.each([
    ['en', 'en', 'Hello sam,'],
    ['fr', 'fr', 'Bonjour sam,'],
    ['de', 'de', 'Hallo sam,'],
    ['zh_Hans', 'en', 'Hello sam,'],
  ])('to a reader of %s is written in %s', (language, written, greeting) => {
    const mail = writeMail(passwordChange(undefined), { ...sam, language }, URL)
    expect(mail.text).toStartWith(greeting)
    expect(mail.html).toContain(`<html lang="${written}">`)
  })

  test('omits an unknown device', () => {
    expect(writeMail(passwordChange(undefined), sam, URL).text).not.toContain('came from')
  })

  test('does not expand braces in values', () => {
    const email = '{username}@example.com'
    const change = emailUpdateToCurrentEmail({ email, device: undefined })
    expect(writeMail(change, sam, URL).text).toContain(`to ${email}.`)
  })
})

describe('every message', () => {
  const messages: [string, Message, string | undefined][] = [
    ['Confirm your account', accountConfirmation('t'), '/account-confirmation?token=t'],
    [
      'Password reset request',
      passwordResetRequest({ token: 't', device }),
      '/password-reset?token=t',
    ],
    ['Password changed', passwordChange(device), undefined],
    ['Email changed', emailUpdateToCurrentEmail({ email: 'new@example.com', device }), undefined],
    [
      'Confirm email change',
      emailUpdateToNewEmail({ token: 't', device }),
      '/email-update?token=t',
    ],
    ['Your archive is ready to be downloaded', dataExportReady, '/profile/edit/account'],
  ]

  test.each(messages)('has its subject: %s', (subject, message, path) => {
    const mail = writeMail(message, sam, URL)
    expect(mail.subject).toBe(`Milepost - ${subject}`)
    const links = [...mail.text.matchAll(/https:\S+/g)].map(([link]) => link)
    expect(links).toEqual([...(path ? [`${URL}${path}`] : []), URL])
    expect(mail.text).not.toMatch(/[{}]/)
  })

  test.each(messages)('is translated: %s', (_, message) => {
    const subjectIn = (language: string) => writeMail(message, { ...sam, language }, URL).subject
    const languages = ['de', 'es', 'fr', 'it', 'nl', 'pl', 'pt']
    expect(languages.filter((language) => subjectIn(language) === subjectIn('en'))).toEqual([])
  })
})
