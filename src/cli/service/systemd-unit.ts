import { Failure } from '@/lib/failure'
import { DATA_FOLDER_MODE } from './installation'

/** The initial content of the settings file. */
export const SETTINGS_TEMPLATE = `# Settings of Milepost, one NAME=value per line. All settings: milepost help settings
#HOST=0.0.0.0
#UI_URL=https://milepost.example.org
`

/** Folders that the unit hides from the server, so that an executable in them cannot be started. */
const HIDDEN = /^(\/home|\/root|\/run\/user|\/tmp|\/var\/tmp)\//

/** The usual path of an executable that does not come from a package. */
const COMMON_PLACE = '/usr/local/bin/milepost'

/** @throws Error when the unit would hide the executable */
export function requireVisible(program: string): void {
  const [, folder] = HIDDEN.exec(program) ?? []
  if (folder)
    throw new Failure(
      'denied',
      `The unit hides ${folder} from the server, and so its executable. Put that elsewhere first:\n` +
        `  install ${program} ${COMMON_PLACE} && ${COMMON_PLACE} service install`,
    )
}

/** The values of a unit that differ between installations. */
export interface UnitOptions {
  /** Absolute path of the executable. */
  program: string
  /** Path of the settings file, one `NAME=value` per line, readable for the user; it may be missing. */
  environmentFile: string
  /** Name of the data folder in `/var/lib`. */
  stateDirectory: string
  /** Name of an existing account. */
  user: string
  /** Memory limit in systemd's notation, for example `1G`. */
  memoryMax: string
}

/** Group whose members may use the inbox folder but not read the settings. */
export const INBOX_GROUP = 'milepost-inbox'

/** Configuration of systemd-sysusers for the server's account and the inbox group. Root's commands run as this account. */
export const SYSTEM_USER = `u milepost - "Milepost" /var/lib/milepost
g ${INBOX_GROUP} -
m milepost ${INBOX_GROUP}
`

/**
 * Returns the shell command that creates the inbox and opens it to the group. It must run as the server's user, not as
 * root, which might follow a link that this user placed there.
 */
export const openInbox = (dataDir: string): string =>
  `cd ${dataDir} && umask 077 && mkdir -p inbox && [ ! -L inbox ] && chgrp ${INBOX_GROUP} inbox && chmod 2770 inbox`

/**
 * Formats a systemd unit with the fewest possible privileges. The server keeps Internet and Unix sockets, one writable
 * folder, and memory that is both writable and executable, without which JavaScript would be ten times slower (no JIT). A
 * drop-in lists other writable folders (`unit-paths.ts`).
 *
 * OOMPolicy=continue: when the kernel kills the process that reads large recordings because it uses too much memory, the
 * server continues. By default systemd would stop the server too.
 *
 * ExecReload uses the shell because a minimal Debian has no /bin/kill. The unit starts after remote mounts but does not
 * require them, so that a NAS that is off does not prevent the start.
 */
export const systemdUnit = (options: UnitOptions): string => `[Unit]
Description=Milepost workout tracking
Documentation=man:milepost(1)
Wants=network-online.target
After=network-online.target remote-fs.target

[Service]
ExecStart=${options.program} serve
Environment=DATA_DIR=/var/lib/${options.stateDirectory} ENV_FILE=${options.environmentFile}
EnvironmentFile=-${options.environmentFile}
ExecReload=/bin/sh -c 'kill -HUP "$$MAINPID"'
User=${options.user}
StateDirectory=${options.stateDirectory}
StateDirectoryMode=${DATA_FOLDER_MODE.toString(8).padStart(4, '0')}
RuntimeDirectory=${options.stateDirectory}
WorkingDirectory=/var/lib/${options.stateDirectory}
UMask=0077
Restart=on-failure
RestartSec=5
TimeoutStopSec=20
MemoryMax=${options.memoryMax}
OOMPolicy=continue
TasksMax=256
LimitNOFILE=16384

NoNewPrivileges=yes
CapabilityBoundingSet=
AmbientCapabilities=
PrivateDevices=yes
PrivateTmp=yes
PrivateUsers=yes
PrivateMounts=yes
ProtectSystem=strict
ProtectHome=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
RemoveIPC=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged @resources
SystemCallFilter=setpriority sched_setattr
SystemCallErrorNumber=EPERM

[Install]
WantedBy=multi-user.target
`
