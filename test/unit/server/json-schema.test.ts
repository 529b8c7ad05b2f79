import { describe, expect, test } from 'bun:test'
import type { TSchema } from '@sinclair/typebox'
import { t } from 'elysia'
import { toJsonSchema } from '@/server/api-document/json-schema'
import { describedLike, queryValue, validatedLater } from '@/server/http/documented-input'

/** The schema as it is sent. */
const sent = (schema: object) => JSON.parse(JSON.stringify(schema))
const plain = (schema: TSchema) => sent(toJsonSchema(schema, new Map()))
const thing = t.Object({ id: t.String() }, { $id: 'Thing', description: 'A thing.' })

describe('a JSON schema in the API document', () => {
  test('for literals is an enum, with null when nullable', () => {
    const words = [t.Literal('a'), t.Literal('b')]
    expect(plain(t.Union(words))).toEqual({ type: 'string', enum: ['a', 'b'] })
    expect(plain(t.Union([...words, t.Null()], { description: 'A or b.' }))).toEqual({
      type: ['string', 'null'],
      enum: ['a', 'b', null],
      description: 'A or b.',
    })
  })

  test('that is nullable has two types', () => {
    expect(plain(t.Union([t.Number({ minimum: 0 }), t.Null()]))).toEqual({
      type: ['number', 'null'],
      minimum: 0,
    })
  })

  test('for one literal stays unchanged', () => {
    expect(plain(t.Literal('a'))).toEqual({ const: 'a', type: 'string' })
  })

  test('with a name becomes a component once', () => {
    const components = new Map()
    const schema = t.Object({ one: thing, other: t.Union([thing, t.Null()]), all: t.Array(thing) })
    const $ref = '#/components/schemas/Thing'
    expect(sent(toJsonSchema(schema, components)).properties).toEqual({
      one: { $ref },
      other: { anyOf: [{ $ref }, { type: 'null' }] },
      all: { type: 'array', items: { $ref } },
    })
    const converted = [...components].map(([name, one]) => [name, one.converted])
    expect(sent(converted)).toEqual([
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

  test('for a number in a path is only a number', () => {
    expect(plain(t.Integer())).toEqual({ type: 'integer' })
  })

  test('describes the accepted values of fields that are validated later', () => {
    const color = t.String({ maxLength: 7, description: 'A colour.' })
    expect(plain(validatedLater(color))).toEqual({
      type: 'string',
      maxLength: 7,
      description: 'A colour.',
    })
    expect(plain(t.Object({ page: queryValue(t.Number({ minimum: 1 })) }))).toEqual({
      type: 'object',
      properties: { page: { type: 'number', minimum: 1 } },
    })
  })

  test('takes descriptions of input fields from the noun, unless they have their own', () => {
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

  test('describes the values of a map, and forbids additional properties otherwise', () => {
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
