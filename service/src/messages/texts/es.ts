import type { Catalogue } from './catalogue.ts';

export const es: Catalogue = {
  sms: {
    login_code: '{code}: su código de acceso a {brand}. No lo dé a nadie.',
    registration_code: '{code}: su código para abrir una cuenta {brand}.',
    password_reset_code: '{code}: su código para una nueva contraseña {brand}.',
    payment_approval_code: '{code} aprueba {amount} a {merchant}. Si usted no paga, no lo dé a nadie. {brand}',
    password_changed: 'Se ha cambiado su contraseña de {brand}. Si no fue usted, vuelva a cambiarla ahora y avise.',
    two_factor_on: 'Entrar a {brand} pide ahora un segundo paso. Si no fue usted, cambie su contraseña ahora y avise.',
    two_factor_off: 'Entrar a {brand} ya no pide un segundo paso. Si no fue usted, cambie su contraseña ahora y avise.',
  },
  email: {
    login_code: {
      subject: 'Su código para entrar a {brand}',
      text: 'Su código para entrar es {code}.\n\nNo se lo dé a nadie. Si no está entrando, cambie su contraseña.',
    },
    registration_code: {
      subject: 'Su código de {brand}',
      text: 'Su código para abrir una cuenta es {code}.\n\nNo se lo dé a nadie. Si no lo pidió, ignore este mensaje.',
    },
    password_reset_code: {
      subject: 'Una nueva contraseña de {brand}',
      text: 'Su código para una nueva contraseña es {code}.\n\nSi no lo pidió, ignore este mensaje: su contraseña sigue igual.',
    },
    payment_approval_code: {
      subject: 'Apruebe un pago',
      text: 'El código {code} aprueba {amount} a {merchant}.\n\nSi no está pagando, no se lo dé a nadie: no se pagará nada.',
    },
    password_changed: {
      subject: 'Su contraseña de {brand} cambió',
      text: 'Su contraseña cambió.\n\nSi no fue usted, cámbiela ahora y avísenos.',
    },
    two_factor_on: {
      subject: 'Entrar a {brand} pide un segundo paso',
      text: 'Para entrar a su cuenta ahora hace falta un código, además de la contraseña.\n\nSi no fue usted, cambie su contraseña ahora y avísenos.',
    },
    two_factor_off: {
      subject: 'Entrar a {brand} ya no pide un segundo paso',
      text: 'Para entrar a su cuenta vuelve a bastar la contraseña.\n\nSi no fue usted, cambie su contraseña ahora y avísenos.',
    },
    developer_invitation: {
      subject: 'Tiene una invitación a {integration}',
      text: 'Tiene una invitación para trabajar con {integration} en {brand}. Para aceptarla, abra:\n\n{link}\n\nEl enlace es solo suyo. Si no esperaba una invitación, ignore este mensaje.',
    },
    webhook_failing: {
      subject: 'Su destino de webhooks falla (día {day})',
      text: '{url} no respondió 2xx a ninguna entrega. Días sin éxito: {day}.\n\nEl día 5 se desactivará. Hasta entonces las entregas se reintentan, y después se pueden reenviar.',
    },
    webhook_disabled: {
      subject: 'Su destino de webhooks se desactivó',
      text: '{url} no respondió 2xx a ninguna entrega durante 5 días y se desactivó.\n\nLas entregas que le faltan se guardan. Repárelo, actívelo y repita las entregas.',
    },
    close_reviewed: {
      subject: 'El cierre de {rail} del {day} está revisado',
      text:
        'El día {day} de {rail} está cerrado y revisado.\n\n' +
        'En el proveedor: {there}\n' +
        'En nuestros libros: {here}\nDiferencia: {difference}, explicada por {items} partidas.\n\n' +
        'Los documentos están en el panel: {link}',
    },
    schedule_upcoming: {
      subject: '{name}: se pagarán {amount} el {at}',
      text:
        'El pago programado {name} se hace el {at}.\n\n' +
        'Personas: {count}\nTotal: {amount}, más comisiones\n\n' +
        'Para cambiarlo, pausarlo o terminarlo, abra:\n\n' +
        '{page}',
    },
    schedule_failed: {
      subject: '{name}: el pago programado no se hizo',
      text:
        'El pago programado {name} del {at} no se hizo.\n\n' +
        'Personas: {count}\nTotal: {amount}, más comisiones\n\n' +
        'El motivo, y qué hacer, está aquí:\n\n' +
        '{page}',
    },
    transfer_upcoming: {
      subject: '{name}: se transferirán {amount} el {at}',
      text:
        'La transferencia programada {name} se hace el {at}.\n\n' +
        'Monto: {amount}\n\n' +
        'Para cambiarla, pausarla o terminarla, abra:\n\n' +
        '{page}',
    },
    transfer_failed: {
      subject: '{name}: la transferencia programada no se hizo',
      text:
        'La transferencia programada {name} del {at} no se hizo.\n\n' +
        'Monto: {amount}\n\n' +
        'El motivo, y qué hacer, está aquí:\n\n' +
        '{page}',
    },
    alerts_code: {
      subject: 'Su código de {brand} para correos',
      text:
        'Su código es {code}.\n\n' +
        'Confirma esta dirección para avisos y resúmenes. Si no lo solicitó, ignore este mensaje: no se ' +
        'envía nada más.',
    },
    payment_arrived: {
      subject: 'Recibió {amount}',
      text: 'Llegaron {amount} para {integration}.\n\nEl pago:\n\n{page}\n\n' + 'Elija sus correos:\n\n{settings}',
    },
    payments_arrived: {
      subject: '{count} pagos: {amount}',
      text:
        'Llegaron {count} pagos para {integration} desde el último mensaje: {amount}.\n\nLos pagos:\n\n{page}\n\n' +
        'Elija sus correos:\n\n{settings}',
    },
    daily_summary: {
      subject: '{integration}: {day}',
      text:
        'Resumen del {day} para {integration}\n\n{lines}\n\nEl panel:\n\n{page}\n\n' +
        'Elija sus correos:\n\n{settings}',
    },
    export_completed: {
      subject: 'Su exportación está lista',
      text: 'El archivo está listo. Registros: {rows}.\n\nDescárguelo en los próximos 7 días:\n\n{page}',
    },
  },
};
