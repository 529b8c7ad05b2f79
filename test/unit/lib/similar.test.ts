import { expect, test } from 'bun:test'
import { didYouMean, findSimilar } from '@/lib/text/similar'

const COMMANDS = ['serve', 'users', 'workouts', 'backup', 'list']

test.each([
  ['usres', 'users'],
  ['user', 'users'],
  ['lst', 'list'],
  ['LIST', 'list'],
  ['bakcup', 'backup'],
  ['work', 'workouts'],
  ['frobnicate', undefined],
  ['x', undefined],
  ['', undefined],
])('%p is similar to %p', (text, expected) => {
  expect(findSimilar(text, COMMANDS)).toBe(expected)
})

test('the most similar candidate wins', () => {
  expect(findSimilar('runing', ['Turning', 'Running', 'Rowing'])).toBe('Running')
})

test('the question is empty without a similar candidate', () => {
  expect(didYouMean('bakcup', COMMANDS)).toBe("did you mean 'backup'? ")
  expect(didYouMean('frobnicate', COMMANDS)).toBe('')
})
