import { expect, test } from 'bun:test'
import { startServer } from '../support/client'
import { operationsWithoutScreen, WITHOUT_SCREEN } from '../support/operation-coverage'

test('every operation is reachable from a screen, or has a reason why not', async () => {
  const { body } = await startServer().call('GET', '/api/openapi.json')
  expect(operationsWithoutScreen(body)).toEqual(Object.keys(WITHOUT_SCREEN).toSorted())
})
