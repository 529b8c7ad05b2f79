import type { MantineColorScheme } from '@mantine/core'
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { Disclosure } from '@/web/components/feedback/Disclosure'
import { t } from '@/web/i18n/text'
import { useSchemeChoice } from '@/web/state/scheme'
import header from './HeaderButton.module.css'
import items from './MenuItems.module.css'

const SCHEMES = [
  { value: 'light', label: 'scheme.light', Icon: IconSun },
  { value: 'dark', label: 'scheme.dark', Icon: IconMoon },
  { value: 'auto', label: 'scheme.auto', Icon: IconDeviceDesktop },
] as const satisfies readonly { value: MantineColorScheme; label: string; Icon: unknown }[]

/** A menu to choose the light, dark or browser's colour scheme. */
export function SchemeMenu() {
  const [chosen, choose] = useSchemeChoice()
  const { Icon } = SCHEMES.find(({ value }) => value === chosen) ?? SCHEMES[2]
  return (
    <Disclosure
      label={t('scheme.label')}
      className={header.button}
      button={<Icon size={20} stroke={1.75} />}
    >
      {(close) => (
        <ul className={items.items} aria-label={t('scheme.label')}>
          {SCHEMES.map(({ value, label, Icon: ItemIcon }) => (
            <li key={value}>
              <button
                type="button"
                className={items.item}
                aria-pressed={value === chosen}
                onClick={() => {
                  choose(value)
                  close()
                }}
              >
                <ItemIcon size={17} stroke={1.75} />
                <span>{t(label)}</span>
                {value === chosen && <IconCheck size={16} />}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Disclosure>
  )
}
