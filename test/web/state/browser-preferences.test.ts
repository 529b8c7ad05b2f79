import { expect, test } from 'bun:test'
import { getBrowserPreferences } from '@/web/state/browser-preferences'

test.each<[string, string, boolean, boolean, string?]>([
  ['en-US', 'MM/dd/yyyy', true, false],
  ['en-GB', 'dd/MM/yyyy', true, true, 'Europe/London'],
  ['en-US', 'MM/dd/yyyy', false, false, 'Europe/Berlin'],
  ['en-GB', 'dd/MM/yyyy', false, true, 'Europe/Paris'],
  ['de', 'dd/MM/yyyy', false, true],
  ['fr-CA', 'yyyy-MM-dd', false, false],
  ['pt-BR', 'dd/MM/yyyy', false, false],
  ['pl-PL', 'dd/MM/yyyy', false, true],
  ['sv-SE', 'yyyy-MM-dd', false, true],
])(
  'the defaults for a browser in %s have the date format %s',
  (tag, format, miles, ...[monday, zone = 'America/Chicago']) => {
    expect(getBrowserPreferences(tag, zone)).toEqual({
      date_format: format as 'yyyy-MM-dd',
      imperial_units: miles,
      use_dark_mode: null,
      weekm: monday,
    })
  },
)
