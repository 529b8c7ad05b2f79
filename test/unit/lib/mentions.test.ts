import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { findMentionedNames, linkMentions } from '@/domain/text/mentions'
import { sanitizeText } from '@/domain/text/rich-text'
import { runs } from '../../support/properties'
import { expectLinear } from '../../support/timing'

const USERS = ['sam', 'samuel', 'Ann', 'bob_']
const addressOf = (name: string) => {
  const user = USERS.find((one) => one.toLowerCase() === name.toLowerCase())
  return user && `https://here.example/users/${user}`
}
const link = (typed: string, user = typed) =>
  `<a href="https://here.example/users/${user}" target="_blank" rel="noopener noreferrer">@<span>${typed}</span></a>`

/** The users mentioned in a text, out of `USERS`. */
const mentioned = (html: string) =>
  USERS.filter((user) =>
    findMentionedNames(html).some((name) => name.toLowerCase() === user.toLowerCase()),
  )

describe('mentions', () => {
  test.each([
    ['hello @sam', ['sam'], `hello ${link('sam')}`],
    ['@sam', ['sam'], link('sam')],
    ['@SAM and @ann', ['sam', 'Ann'], `${link('SAM', 'sam')} and ${link('ann', 'Ann')}`],
    ['@sam @samuel', ['sam', 'samuel'], `${link('sam')} ${link('samuel')}`],
    ['@samantha', [], '@samantha'],
    ['well done, @sam.', ['sam'], `well done, ${link('sam')}.`],
    ['@sam...', ['sam'], `${link('sam')}...`],
    ['@sam!', ['sam'], `${link('sam')}!`],
    ['@sam-', ['sam'], `${link('sam')}-`],
    ['@sam_', ['sam'], `${link('sam')}_`],
    ['@bob_', ['bob_'], link('bob_')],
    ['@bob_.', ['bob_'], `${link('bob_')}.`],
    ['@sam-the-man', [], '@sam-the-man'],
    ['@sam\u00e9', [], '@sam\u00e9'],
    ['@nobody', [], '@nobody'],
    ['@ sam', [], '@ sam'],
    ['https://elsewhere.example/@sam', [], 'https://elsewhere.example/@sam'],
    ['(@sam)', ['sam'], `(${link('sam')})`],
    ['@<span>sam</span>', ['sam'], link('sam')],
    ['@<span>sam and more</span>', [], '@<span>sam and more</span>'],
    ['<p>@sam</p>', ['sam'], `<p>${link('sam')}</p>`],
    ['<a href="?to=@sam" rel="x">there</a>', [], '<a href="?to=@sam" rel="x">there</a>'],
    ['<a href="x" rel="x">@sam</a>', ['sam'], '<a href="x" rel="x">@sam</a>'],
    [link('sam'), ['sam'], link('sam')],
    [`@${'s'.repeat(100)} @sam`, ['sam'], `@${'s'.repeat(100)} ${link('sam')}`],
  ])('are recognised in %j', (html, users, linked) => {
    expect(mentioned(html)).toEqual(users)
    expect(linkMentions(html, addressOf)).toBe(linked)
  })

  test('leave the text unchanged when their links are removed again', () => {
    const piece = fc.oneof(
      fc.constantFrom('@', 'sam', 'Ann', '.', '-', '_', '/', ' ', '<p>', '</p>', '<br>', '@sam'),
      fc.constantFrom('<a href="@sam">', '</a>', '<span>', '</span>', '&amp;', '\n'),
      fc.string({ maxLength: 2 }),
    )
    const withoutTags = (html: string) => html.replace(/<[^>]*>/g, '')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 15 }), (pieces) => {
        const html = sanitizeText(pieces.join(''))
        const linked = linkMentions(html, addressOf)
        expect(withoutTags(linked)).toBe(withoutTags(html))
        expect(sanitizeText(linked)).toBe(linked)
      }),
      runs(1000),
    )
  })

  test.each(['@', '@a', '@a.', '.', '@a ', '@.', '@<span>a', '@<span>sam</span>', '<p>@sam'])(
    'are found in linear time in many repetitions of %j',
    (piece) => {
      const html = sanitizeText(piece.repeat(Math.ceil(200_000 / piece.length)))
      expectLinear((length) => {
        const part = html.slice(0, length)
        findMentionedNames(part)
        linkMentions(part, addressOf)
      }, html.length)
    },
  )
})
