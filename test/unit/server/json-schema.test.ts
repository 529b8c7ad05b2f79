import { describe, expect, test } from 'bun:test'
import type { TSchema } from '@sinclair/typebox'
import { t } from 'elysia'
import { describedLike, judgedLater, queryValue } from '@/http/accepted'
import { toJsonSchema } from '@/server/json-schema'

/** As it is sent. */
const sent = (schema: object) => JSON.parse(JSON.stringify(schema))
const plain = (schema: TSchema) => sent(toJsonSchema(schema, new Map()))
const thing = t.Object({ id: t.String() }, { $id: 'Thing', description: 'A thing.' })

describe('a schema in the API document', () => {
  test('of words is an enum, with null where it may be null', () => {
    const words = [t.Literal('a'), t.Literal('b')]
    expect(plain(t.Union(words))).toEqual({ type: 'string', enum: ['a', 'b'] })
    expect(plain(t.Union([...words, t.Null()], { description: 'A or b.' }))).toEqual({
      type: ['string', 'null'],
      enum: ['a', 'b', null],
      description: 'A or b.',
    })
  })

  test('that may be null has two types', () => {
    expect(plain(t.Union([t.Number({ minimum: 0 }), t.Null()]))).toEqual({
      type: ['number', 'null'],
      minimum: 0,
    })
  })

  test('of one word stays as it is', () => {
    expect(plain(t.Literal('a'))).toEqual({ const: 'a', type: 'string' })
  })

  test('with a name becomes a component, once', () => {
    const components = new Map()
    const schema = t.Object({ one: thing, other: t.Union([thing, t.Null()]), all: t.Array(thing) })
    const $ref = '#/components/schemas/Thing'
    expect(sent(toJsonSchema(schema, components)).properties).toEqual({
      one: { $ref },
      other: { anyOf: [{ $ref }, { type: 'null' }] },
      all: { type: 'array', items: { $ref } },
    })
    expect(sent([...components])).toEqual([
      [
        'Thing',
        {
          title: 'Thing',
          description: 'A thing.',
          type: 'object',
          required: ['id'],
          properties: { id: { type: 'string' } },
        },
      ],
    ])
  })

  test('of a number in a path is a number only', () => {
    expect(plain(t.Integer())).toEqual({ type: 'integer' })
  })

  test('says what is accepted where the judgement comes later', () => {
    const color = t.String({ maxLength: 7, description: 'A colour.' })
    expect(plain(judgedLater(color))).toEqual({
      type: 'string',
      maxLength: 7,
      description: 'A colour.',
    })
    expect(plain(t.Object({ page: queryValue(t.Number({ minimum: 1 })) }))).toEqual({
      type: 'object',
      properties: { page: { type: 'number', minimum: 1 } },
    })
  })

  test('says of input what it means in its noun, unless it says so itself', () => {
    const noun = t.Object({ a: t.String({ description: 'First.' }), b: t.String() })
    const input = t.Object({
      a: t.Optional(t.Unknown()),
      b: t.String({ description: 'Second.' }),
      c: t.Null(),
    })
    expect(plain(describedLike(noun, input))).toEqual({
      type: 'object',
      required: ['b', 'c'],
      properties: {
        a: { description: 'First.' },
        b: { type: 'string', description: 'Second.' },
        c: { type: 'null' },
      },
    })
  })

  test('with keys of any name says what their values are, and with none that there are no others', () => {
    expect(plain(t.Record(t.String(), t.Boolean()))).toEqual({
      type: 'object',
      additionalProperties: { type: 'boolean' },
    })
    expect(plain(t.Object({}, { additionalProperties: t.Never() }))).toEqual({
      type: 'object',
      properties: {},
      additionalProperties: false,
    })
  })
})
