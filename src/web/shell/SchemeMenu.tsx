import { ActionIcon, type MantineColorScheme, Menu } from '@mantine/core'
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { t } from '@/web/i18n/text'
import { useSchemeChoice } from '@/web/state/scheme'

const SCHEMES = [
  { value: 'light', label: 'scheme.light', Icon: IconSun },
  { value: 'dark', label: 'scheme.dark', Icon: IconMoon },
  { value: 'auto', label: 'scheme.auto', Icon: IconDeviceDesktop },
] as const satisfies readonly { value: MantineColorScheme; label: string; Icon: unknown }[]

/** Chooses between light, dark and what the browser prefers. */
export function SchemeMenu() {
  const [chosen, choose] = useSchemeChoice()
  const { Icon } = SCHEMES.find(({ value }) => value === chosen) ?? SCHEMES[2]
  return (
    <Menu position="bottom-end" width={170}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={38} aria-label={t('scheme.label')}>
          <Icon size={20} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {SCHEMES.map(({ value, label, Icon: ItemIcon }) => (
          <Menu.Item
            key={value}
            leftSection={<ItemIcon size={17} stroke={1.75} />}
            rightSection={value === chosen && <IconCheck size={16} />}
            aria-current={value === chosen}
            onClick={() => choose(value)}
          >
            {t(label)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
