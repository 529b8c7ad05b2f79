import { Dialog } from '@/web/components/Dialog'
import { SingleKeysSwitch } from '@/web/components/SingleKeysSwitch'
import { type TextKey, t } from '@/web/i18n/text'
import classes from './KeysHelp.module.css'

/** How the key beside a letter is called here. */
const control = () => (/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl')

const KEYS: readonly (readonly [keys: () => string[], does: TextKey])[] = [
  [() => [`${control()} K`, '/'], 'keys.search'],
  [() => ['n'], 'nav.add'],
  [() => ['j'], 'keys.next'],
  [() => ['k'], 'keys.previous'],
  [() => ['?'], 'keys.help'],
  [() => ['Esc'], 'keys.close'],
]

/** Every key that does something on all screens. */
export function KeysHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={t('keys.title')} opened onClose={onClose}>
      <dl className={classes.keys}>
        {KEYS.map(([keys, does]) => (
          <div key={does}>
            <dt>
              {keys().map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{t(does)}</dd>
          </div>
        ))}
      </dl>
      <SingleKeysSwitch />
    </Dialog>
  )
}
