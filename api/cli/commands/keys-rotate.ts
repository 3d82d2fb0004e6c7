import { keyIdOf } from '../../../shared/platform/values/encrypt.js';
import { reencryptFactors } from '../../../shared/access/operations/factors/reencrypt-factors.js';
import { reencryptRadiusServers } from '../../../shared/ssids/operations/radius/reencrypt-radius-servers.js';
import { rotateKeys } from '../../../shared/ssids/operations/rotate-keys.js';
import { reencryptBases } from '../../../shared/configuration/operations/reencrypt-bases.js';
import { reencryptSalt } from '../../../shared/configuration/operations/reencrypt-salt.js';
import { reencryptUplinks } from '../../../shared/configuration/operations/reencrypt-uplinks.js';
import { reencryptArchives } from '../../../shared/openwisp/operations/reencrypt-archives.js';
import { reencryptConfigs } from '../../../shared/ucentral/operations/reencrypt-configs.js';
import { reencryptSecrets } from '../../../shared/webhooks/operations/reencrypt-secrets.js';
import { reencryptClientSecrets } from '../../../shared/sso/operations/configuration/reencrypt-client-secrets.js';
import { reencryptRefreshTokens } from '../../../shared/sso/operations/refresh/reencrypt-refresh-tokens.js';
import type { CliCommand } from '../command.js';

export const keysRotate: CliCommand = {
  name: 'keys rotate',
  summary:
    'Encrypt every stored secret with the newest ENCRYPTION_KEY; exit code 1 when an older key is still needed',
  usage: '',
  options: {},
  async run({ stores, env, now, print }) {
    const [newest] = env.encryptionKeys;
    const parts = [
      await rotateKeys({ stores, env, now }),
      await reencryptRadiusServers({ stores, env }),
      await reencryptBases({ stores, env }),
      await reencryptUplinks({ stores, env }, 'uplinks'),
      await reencryptUplinks({ stores, env }, 'init_templates'),
      await reencryptSecrets({ stores, env }),
      await reencryptSalt({ stores, env }),
      await reencryptFactors({ stores, env }, 'users'),
      await reencryptFactors({ stores, env }, 'operators'),
      await reencryptClientSecrets({ stores, env }),
      await reencryptRefreshTokens({ stores, env }),
      await reencryptConfigs({ stores, env }),
      await reencryptArchives({ stores, env }),
    ];
    const reencrypted = parts.reduce((sum, part) => sum + part.reencrypted, 0);
    const isComplete = parts.every((part) => part.isComplete);
    const unreadable = new Map<string, number>();
    for (const [keyId, count] of parts.flatMap((part) => [...part.unreadable]))
      unreadable.set(keyId, (unreadable.get(keyId) ?? 0) + count);
    print(`${reencrypted} encrypted again with key ${keyIdOf(newest)}`);
    for (const [keyId, count] of unreadable) {
      print(`${count} encrypted with key ${keyId} cannot be decrypted with the keys of ENCRYPTION_KEY`);
    }
    if (!isComplete) print('Some changed all the while: run it again');
    const isDone = isComplete && unreadable.size === 0;
    if (isDone) print('The older keys can be removed from ENCRYPTION_KEY');
    return isDone ? 0 : 1;
  },
};
