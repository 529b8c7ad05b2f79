import {
  type MantineColorScheme,
  type MantineColorSchemeManager,
  useMantineColorScheme,
} from '@mantine/core'
import { useEffect } from 'react'
import { useProfile } from './preferences'

const DEVICE_KEY = 'milepost.scheme'
const ACCOUNT_KEY = 'milepost.scheme.account'

function stored(key: string): MantineColorScheme | null {
  const value = localStorage.getItem(key)
  return value === 'light' || value === 'dark' || value === 'auto' ? value : null
}

/** Reads the scheme chosen on this device, else the account's last known one; writing is left to `useSchemeChoice`. */
export const schemeManager: MantineColorSchemeManager = {
  get: (fallback) => stored(DEVICE_KEY) ?? stored(ACCOUNT_KEY) ?? fallback,
  set: () => undefined,
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => localStorage.removeItem(DEVICE_KEY),
}

/** The chosen scheme and the way to choose another for this device. */
export function useSchemeChoice(): [MantineColorScheme, (scheme: MantineColorScheme) => void] {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const choose = (scheme: MantineColorScheme) => {
    localStorage.setItem(DEVICE_KEY, scheme)
    setColorScheme(scheme)
  }
  return [colorScheme, choose]
}

/** Follows the account's dark-mode preference (null: the browser's) unless this device has its own choice. */
export function useAccountScheme(): void {
  const wish = useProfile()?.use_dark_mode
  const { setColorScheme } = useMantineColorScheme()
  useEffect(() => {
    if (wish === undefined) return
    const scheme = wish === null ? 'auto' : wish ? 'dark' : 'light'
    localStorage.setItem(ACCOUNT_KEY, scheme)
    if (stored(DEVICE_KEY) === null) setColorScheme(scheme)
  }, [wish, setColorScheme])
}
