/**
 * Passwords of 12 characters and more that people choose again and again; shorter ones are refused for
 * their length. Lower case. Repetitions such as `abcabcabcabc` are found by the rule, not listed.
 */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `
  000000000000 0123456789ab 012345678910 0987654321098 100200300400 111222333444 112233445566 121212121212
  123123123123 1234512345123 1234567890 12345678900 123456789000 123456789012 1234567890123 12345678901234
  123456789012345 1234567890123456 123456789101112 123456789123 123456789123456789 12345678abcd 123456abcdef
  12345qwert12345 123654789123 123qweasdzxc 12qwaszxerdfcv 147258369000 147258369147 1a2b3c4d5e6f 1q2w3e4r5t6y
  1q2w3e4r5t6y7u 1q2w3e4r5t6y7u8i 1q2w3e4r5t6y7u8i9o0p 1qaz2wsx3edc 1qaz2wsx3edc4rfv 1qazxsw23edc 1qazxsw23edcvfr4
  987654321000 9876543210987 abc123456789 abcd12345678 abcdefg12345 abcdefg123456 abcdefghijkl abcdefghijklm
  abcdefghijklmnop abcdefghijklmnopqrstuvwxyz access123456 adidas123456 admin1234567 admin12345678 admin123456789
  administrator administrator1 administrator123 adminadmin12 adminadmin123 adminadminadmin aezakmi12345 alexander123
  asdfasdfasdf asdfghjkl123 asdfghjkl1234 asdfghjkl12345 asdfghjklqwe asdfghjklzxcvbnm asdf1234asdf azertyuiop12
  azertyuiop123 azertyuiopqsdfghjklm baseball1234 basketball12 basketball123 billabong123 blink182blink bubblegum123
  butterfly123 butterfly1234 changeme1234 changeme12345 changeme123456 changemenow1 changeit1234 charlie12345
  cheesecake12 chocolate123 chocolate1234 christopher1 christopher12 computer1234 computer12345 correcthorse
  correcthorsebattery correcthorsebatterystaple counterstrike default12345 defaultpassword dragon123456 dragonball12
  dragonballz1 elizabeth123 everything12 facebook1234 fishing12345 football1234 football12345 forgotpassword
  fuckyou12345 fuckyou123456 fuckyoufuckyou gfhjkmgfhjkm gobbledygook google123456 hellohello12 hello1234567
  helloworld12 helloworld123 highschool12 hollywood123 ihateyou1234 iloveyou1234 iloveyou12345 iloveyou123456
  iloveyousomuch iloveyouforever imissyou1234 internet1234 jordan123456 justinbieber leicester123 letmein12345
  letmein123456 letmeinletmein letmeinplease liverpool123 liverpool1234 liverpoolfc1 logitech1234 login1234567
  london123456 lovelove1234 lovelovelove lovers123456 loveyou12345 manchester12 manchester123 manchesterunited
  marlboro1234 martinez1234 masterkey123 master123456 michael12345 michelle1234 microsoft123 minecraft123
  monkey123456 mustang12345 mypassword12 mypassword123 mypassword1234 naruto123456 newpassword1 newpassword12
  newpassword123 nintendo1234 nopassword12 p@ssw0rd1234 p@ssw0rd12345 p@ssword1234 pa$$w0rd1234 pa55word1234
  passw0rd1234 passw0rd12345 passw0rd123456 password0000 password1111 password1212 password1234 password12345
  password123456 password1234567 password12345678 password123456789 password1234567890 password2020 password2021
  password2022 password2023 password2024 password2025 password2026 password2027 password9999 passwordabcd
  passwordpassword password@123 password@1234 password!123 password!1234 password#123 passport1234 photoshop123
  playstation1 playstation2 playstation3 playstation4 pokemon12345 princess1234 princess12345 q1w2e3r4t5y6
  q1w2e3r4t5y6u7 q1w2e3r4t5y6u7i8 qazwsxedc123 qazwsxedc1234 qazwsxedcrfv qazwsxedcrfvtgb qazwsxedcrfvtgbyhnujm
  qazxswedcvfr qqqwwweeerrr qwaszxqwaszx qweasdzxc123 qweasdzxcqwe qwer1234asdf qwer1234qwer qwer12345678 qwerasdfzxcv
  qwerasdf1234 qwert1234567 qwerty098765 qwerty111111 qwerty121212 qwerty123123 qwerty123321 qwerty123456
  qwerty1234567 qwerty12345678 qwerty123456789 qwerty1234567890 qwerty654321 qwertyqwerty qwertyqwerty1
  qwertyui1234 qwertyui12345678 qwertyuiop12 qwertyuiop123 qwertyuiop1234 qwertyuiop12345 qwertyuiop123456
  qwertyuiop1234567890 qwertyuiopas qwertyuiopasdf qwertyuiopasdfgh qwertyuiopasdfghjkl qwertyuiopasdfghjklzxcvbnm
  qwertyuiop[] qwertzuiop12 qwertzuiop123 rainbow12345 realmadrid12 realmadrid123 rockstar1234 samsung12345
  samsung123456 secret123456 secretpassword secretsecret security1234 september123 shadow123456 skateboard12
  slipknot1234 snowboarding softball1234 spiderman123 spiderman1234 starwars1234 starwars12345 strawberry12
  summer123456 summer2023!! summer2024!! summer2025!! sunshine1234 sunshine12345 superman1234 superman12345
  superstar123 supersecret1 supersecret12 supersecret123 sweetheart12 system123456 temporary123 temppassword
  test12345678 test123456789 testpassword testpassword1 testpassword123 testtesttest thisisapassword thisismypassword
  tinkerbell12 trustno1trustno1 unbelievable universal123 unknown12345 user12345678 user123456789 volleyball12
  welcome12345 welcome123456 welcome1234567 welcome2023! welcome2024! welcome2025! welcome2026! welcometothejungle
  whatever1234 whatever12345 winter123456 yourpassword zaq12wsxcde3 zaq1xsw2cde3 zaq1zaq1zaq1 zxcvbnm12345
  zxcvbnm123456 zxcvbnm123456789 zxcvbnmasdfg zxcvbnmasdfghjkl zxcvbnmasdfghjklqwertyuiop
  `
    .trim()
    .split(/\s+/),
)
