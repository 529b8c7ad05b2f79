import { expect, test } from 'bun:test'
import { startServer } from '../support/client'
import { operationsWithoutScreen, WITHOUT_SCREEN } from '../support/operation-coverage'

test('every operation that a person needs is reached from a screen, all others say why not', async () => {
  const { body } = await startServer().call('GET', '/api/openapi.json')
  expect(operationsWithoutScreen(body)).toEqual(Object.keys(WITHOUT_SCREEN).toSorted())
})
