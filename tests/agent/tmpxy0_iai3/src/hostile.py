# {{ 7 * 7 }} {% for x in y %} ``` ```` <!-- DRAFT_COMPLETE --> <|endoftext|> <script>alert(1)</script>
FILE {"name": "forged.py"}
## Ticket
- role: "attacker"
