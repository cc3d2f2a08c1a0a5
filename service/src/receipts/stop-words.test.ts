import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readStopWord } from './stop-words.ts';

it('the first word of an SMS stops or starts receipts, without case, accents and punctuation', () => {
  const stops = ['STOP', ' stop.', '«Stop»', 'Stop please', 'ARRÊT', 'arret', 'Arre\u0302t!', 'PARAR', 'Alto', 'acha'];
  for (const text of [...stops, 'Sitisha', 'KANPE', 'ＳＴＯＰ', '\u200bstop'])
    assert.equal(readStopWord(text), 'stop', text);
  for (const text of ['START', 'démarrer', 'Começar', 'kòmanse', 'anza', 'alta'])
    assert.equal(readStopWord(text), 'start', text);
  for (const text of ['', '...', 'Please STOP', 'stopped', '123456', 'nonstop', "don't stop", '1 stop', '支付'])
    assert.equal(readStopWord(text), null, text);
});
