import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { africasTalkingInbound, gatewayInbound, twilioInbound, twilioSignature } from './inbound.ts';

const form = 'application/x-www-form-urlencoded';
const asked = (body: string, type = form) => ({ url: '', headers: { 'content-type': type }, body });

describe('an inbound message', () => {
  it('of Twilio has the signature of its documentation', () => {
    const fields = new URLSearchParams([
      ['To', '+18005551212'],
      ['CallSid', 'CA1234567890ABCDE'],
      ['From', '+12349013030'],
      ['Digits', '1234'],
      ['Caller', '+12349013030'],
    ]);
    const url = 'https://mycompany.com/myapp.php?foo=1&bar=2';
    assert.equal(twilioSignature('12345', url, fields), '0/KCTR6DLpKmkAf8muzZqo1nDgQ=');
    const given = (signature: string) =>
      twilioInbound('12345').isSigned({ url, headers: { 'x-twilio-signature': signature }, body: `${fields}` });
    assert.deepEqual(['0/KCTR6DLpKmkAf8muzZqo1nDgQ=', '0/KCTR6DLpKmkAf8muzZqo1nDgR=', ''].map(given), [
      true,
      false,
      false,
    ]);
  });

  it('of Twilio has the meaning that its opt-out management found, or its text', () => {
    const { read } = twilioInbound('12345');
    const stop = { from: '+221771230001', text: 'STOP' };
    assert.deepEqual(read(asked('From=%2B221771230001&Body=basta&OptOutType=STOP')), stop);
    assert.deepEqual(read(asked('From=%2B221771230001&Body=STOP')), stop);
    assert.equal(read(asked('From=PayShop&Body=STOP')), null, 'a sender name is no phone');
  });

  it("of Africa's Talking is a text or an opt-out, and a delivery report is none", () => {
    const { read } = africasTalkingInbound;
    const stop = { from: '+254711082300', text: 'STOP' };
    assert.deepEqual(read(asked('from=%2B254711082300&to=22384&text=STOP&date=x&id=1&linkId=2')), stop);
    assert.deepEqual(read(asked('senderId=SHOP&phoneNumber=%2B254711082300')), stop);
    assert.equal(read(asked('id=1&status=Success&phoneNumber=%2B254711082300&senderId=SHOP')), null);
  });

  it('of a gateway is a form or JSON, and its phone may lack the plus', () => {
    const { read } = gatewayInbound;
    const stop = { from: '+221771230001', text: 'STOP' };
    assert.deepEqual(read(asked('from=+221771230001&text=STOP')), stop);
    assert.deepEqual(read(asked('{"from":"221771230001","text":"STOP"}', 'application/json; charset=utf-8')), stop);
    for (const body of ['', '{', 'null', '[]', '{"from":1,"text":"STOP"}', '{"from":"+221771230001"}'])
      assert.equal(read(asked(body, 'application/json')), null, body);
  });
});
