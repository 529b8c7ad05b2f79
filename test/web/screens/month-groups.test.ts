import { expect, test } from 'bun:test'
import { groupByMonth } from '@/web/screens/dashboard/month-groups'

test('a list is split wherever the month changes, preserving its order', () => {
  const items = ['May 3', 'May 1', 'April 9', 'May 7']
  const groups = groupByMonth(items, (item) => item.split(' ')[0] ?? '')
  expect(groups).toEqual([
    { month: 'May', items: ['May 3', 'May 1'] },
    { month: 'April', items: ['April 9'] },
    { month: 'May', items: ['May 7'] },
  ])
})

test('an empty list has no groups', () => {
  expect(groupByMonth([], String)).toEqual([])
})
