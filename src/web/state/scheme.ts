import {
  type MantineColorScheme,
  type MantineColorSchemeManager,
  useMantineColorScheme,
} from '@mantine/core'
import { useEffect } from 'react'
import { useProfile } from './profile'

const DEVICE_KEY = 'milepost.scheme'
const ACCOUNT_KEY = 'milepost.scheme.account'

function readScheme(key: string): MantineColorScheme | null {
  const value = localStorage.getItem(key)
  return value === 'light' || value === 'dark' || value === 'auto' ? value : null
}

/** Reads the scheme chosen on this device, otherwise the account's last known one. `useSchemeChoice` writes it. */
export const schemeManager: MantineColorSchemeManager = {
  get: (fallback) => readScheme(DEVICE_KEY) ?? readScheme(ACCOUNT_KEY) ?? fallback,
  set: () => undefined,
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => localStorage.removeItem(DEVICE_KEY),
}

/** The chosen scheme, and a function that chooses another one for this device. */
export function useSchemeChoice(): [MantineColorScheme, (scheme: MantineColorScheme) => void] {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const choose = (scheme: MantineColorScheme) => {
    localStorage.setItem(DEVICE_KEY, scheme)
    setColorScheme(scheme)
  }
  return [colorScheme, choose]
}

/** Applies the account's dark-mode preference (null: the browser's) unless another scheme was chosen on this device. */
export function useAccountScheme(): void {
  const preference = useProfile()?.use_dark_mode
  const { setColorScheme } = useMantineColorScheme()
  useEffect(() => {
    if (preference === undefined) return
    const scheme = preference === null ? 'auto' : preference ? 'dark' : 'light'
    localStorage.setItem(ACCOUNT_KEY, scheme)
    if (readScheme(DEVICE_KEY) === null) setColorScheme(scheme)
  }, [preference, setColorScheme])
}
